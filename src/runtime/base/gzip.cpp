#include "base/gzip.h"

#include <zlib.h>

#include <array>

#include "regard/base/error.h"

namespace regard {

struct GzipStream::State {
  z_stream stream = {};

  std::string compressed(std::string_view text, int flush) {
    std::string bytes;
    std::array<Bytef, size_t{1} << 14U> part;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    do {
      stream.next_out = part.data();
      stream.avail_out = static_cast<uInt>(part.size());
      ::deflate(&stream, flush);
      bytes.append(reinterpret_cast<const char*>(part.data()), part.size() - stream.avail_out);
    } while (stream.avail_out == 0);
    return bytes;
  }
};

GzipStream::GzipStream() : state_(std::make_unique<State>()) {
  constexpr int kGzip = MAX_WBITS + 16;  // with the header of a .gz file
  constexpr int kMemory = 8;
  if (::deflateInit2(&state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
    throw Error("there is not enough memory to compress", {}, "", ExitCode::failure);
  }
}

GzipStream::~GzipStream() { ::deflateEnd(&state_->stream); }

std::string GzipStream::add(std::string_view text) {
  constexpr size_t kAtOnce = size_t{1} << 30U;  // zlib counts in 32 bits
  std::string bytes;
  for (; text.size() > kAtOnce; text.remove_prefix(kAtOnce)) {
    bytes += state_->compressed(text.substr(0, kAtOnce), Z_NO_FLUSH);
  }
  return bytes + state_->compressed(text, Z_NO_FLUSH);
}

std::string GzipStream::end() { return state_->compressed({}, Z_FINISH); }

}  // namespace regard
