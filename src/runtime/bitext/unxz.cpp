#include <lzma.h>

#include <new>
#include <utility>

#include "bitext/packed_bytes.h"

namespace regard::bitext {
namespace {

class UnxzBytes : public ByteSource {
 public:
  explicit UnxzBytes(std::unique_ptr<ByteSource> compressed) : source_(std::move(compressed)) {
    constexpr uint64_t kMostMemory = uint64_t{1} << 28U;  // the decoder for `xz -9` needs 65 MiB
    if (lzma_stream_decoder(&stream_, kMostMemory, LZMA_CONCATENATED) != LZMA_OK) {
      throw std::bad_alloc();
    }
  }
  ~UnxzBytes() override { lzma_end(&stream_); }

  bool append(std::string& bytes) override {
    if (ended_) return false;
    const size_t old = bytes.size();
    bytes.resize(old + kBlock);
    stream_.next_out = reinterpret_cast<uint8_t*>(&bytes[old]);
    stream_.avail_out = kBlock;
    while (stream_.avail_out == kBlock && !ended_) decode();
    bytes.resize(old + kBlock - stream_.avail_out);
    return bytes.size() > old;
  }

 private:
  void decode() {
    if (stream_.avail_in == 0 && !source_ended_) {
      compressed_.clear();
      source_ended_ = !source_->append(compressed_);
      stream_.next_in = reinterpret_cast<const uint8_t*>(compressed_.data());
      stream_.avail_in = compressed_.size();
    }
    const auto code = lzma_code(&stream_, source_ended_ ? LZMA_FINISH : LZMA_RUN);
    ended_ = code == LZMA_STREAM_END;
    if (code == LZMA_OK || ended_) return;
    if (code == LZMA_MEMLIMIT_ERROR) throw DamagedBytes("it takes too much memory to unpack");
    throw DamagedBytes(code == LZMA_BUF_ERROR ? "it is truncated" : "its data is invalid");
  }

  std::unique_ptr<ByteSource> source_;
  std::string compressed_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool source_ended_ = false, ended_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> unxz(std::unique_ptr<ByteSource> compressed) {
  return std::make_unique<UnxzBytes>(std::move(compressed));
}

}  // namespace regard::bitext
