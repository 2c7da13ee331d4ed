#include "base/byte_source.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "base/process.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {

bool DescriptorBytes::append(std::string& bytes) {
  const size_t old = bytes.size();
  const auto most = static_cast<size_t>(std::min<uint64_t>(kBlock, left_));
  bytes.resize(old + most);
  const ssize_t count = read_some(descriptor_, &bytes[old], most);
  if (count < 0) {
    throw Error(str("cannot read: ", std::strerror(errno)), name_, "", ExitCode::failure);
  }
  bytes.resize(old + static_cast<size_t>(count));
  left_ -= static_cast<uint64_t>(count);
  return count > 0;
}

struct GunzippedBytes::State {
  ByteSource& source;
  std::string compressed;
  z_stream stream = {};
  bool source_ended = false;
  bool member_ended = false;

  State(ByteSource& source, std::string begun) : source(source), compressed(std::move(begun)) {
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&stream, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
    give();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { inflateEnd(&stream); }

  void give() {
    stream.next_in = reinterpret_cast<Bytef*>(compressed.data());
    stream.avail_in = static_cast<uInt>(compressed.size());
  }

  void read_more() {
    compressed.clear();
    source_ended = !source.append(compressed);
    give();
  }

  void inflate_some() {
    if (member_ended) {
      while (stream.avail_in > 0 && *stream.next_in == 0) {  // trailing zeros are allowed
        ++stream.next_in;
        --stream.avail_in;
      }
      if (stream.avail_in == 0) return;
      inflateReset(&stream);
      member_ended = false;
    }
    const int code = inflate(&stream, Z_NO_FLUSH);
    member_ended = code == Z_STREAM_END;
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      throw DamagedBytes(stream.msg != nullptr ? stream.msg : "its data is invalid");
    }
  }
};

GunzippedBytes::GunzippedBytes(ByteSource& compressed, std::string begun)
    : state_(std::make_unique<State>(compressed, std::move(begun))) {}

GunzippedBytes::~GunzippedBytes() = default;

bool GunzippedBytes::append(std::string& bytes) {
  State& in = *state_;
  const size_t old = bytes.size();
  bytes.resize(old + kBlock);
  in.stream.next_out = reinterpret_cast<Bytef*>(&bytes[old]);
  in.stream.avail_out = kBlock;
  while (in.stream.avail_out == kBlock && !in.source_ended) {
    if (in.stream.avail_in == 0) in.read_more();
    if (in.source_ended && !in.member_ended) throw DamagedBytes("it is truncated");
    if (!in.source_ended) in.inflate_some();
  }
  bytes.resize(old + kBlock - in.stream.avail_out);
  return bytes.size() > old;
}

bool are_gzipped(const std::string& beginning) { return beginning.starts_with("\x1F\x8B"); }

}  // namespace regard
