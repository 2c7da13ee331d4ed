#include <zstd.h>

#include <new>
#include <utility>

#include "bitext/packed_bytes.h"

namespace regard::bitext {
namespace {

class UnzstdBytes : public ByteSource {
 public:
  explicit UnzstdBytes(std::unique_ptr<ByteSource> compressed)
      : source_(std::move(compressed)), stream_(ZSTD_createDStream()) {
    if (!stream_) throw std::bad_alloc();
  }

  bool append(std::string& bytes) override {
    const size_t old = bytes.size();
    bytes.resize(old + kBlock);
    ZSTD_outBuffer out = {&bytes[old], kBlock, 0};
    while (out.pos == 0 && !ended_) decode(out);
    bytes.resize(old + out.pos);
    return out.pos > 0;
  }

 private:
  void decode(ZSTD_outBuffer& out) {
    if (in_.pos == in_.size && !may_hold_more_) {
      compressed_.clear();
      ended_ = !source_->append(compressed_);
      in_ = {compressed_.data(), compressed_.size(), 0};
      if (ended_) {
        if (is_in_frame_) throw DamagedBytes("it is truncated");
        return;
      }
    }
    const size_t code = ZSTD_decompressStream(stream_.get(), &out, &in_);
    if (ZSTD_isError(code) != 0) throw DamagedBytes(ZSTD_getErrorName(code));
    is_in_frame_ = code != 0;
    may_hold_more_ = out.pos == out.size;
  }

  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  std::unique_ptr<ByteSource> source_;
  std::string compressed_;
  std::unique_ptr<ZSTD_DStream, Free> stream_;
  ZSTD_inBuffer in_ = {nullptr, 0, 0};
  bool is_in_frame_ = false, may_hold_more_ = false, ended_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> unzstd(std::unique_ptr<ByteSource> compressed) {
  return std::make_unique<UnzstdBytes>(std::move(compressed));
}

}  // namespace regard::bitext
