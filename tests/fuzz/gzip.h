#pragma once
#include <zlib.h>

#include <cstdint>
#include <string>

/// Creates .gz files, and repairs changed ones so that they can be read to the end.
namespace regard::fuzz {

inline std::string compressed(std::string text) {
  constexpr int kGzip = 16 + MAX_WBITS, kMemory = 8;
  z_stream stream = {};
  deflateInit2(&stream, 1, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY);
  std::string bytes(2 * text.size() + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

/// Corrects the checksum and length of the first member of a .gz file if its content can be
/// decompressed; keeps all other bytes.
inline std::string with_gzip_checksum(std::string bytes) {
  constexpr size_t kHeader = 10, kTrailer = 8;  // a header without optional fields
  if (!bytes.starts_with("\x1F\x8B\x08") || bytes.size() < kHeader + kTrailer) return bytes;
  bytes[3] = '\0';  // none of the optional fields
  z_stream stream = {};
  inflateInit2(&stream, -MAX_WBITS);
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data()) + kHeader;
  stream.avail_in = static_cast<uInt>(bytes.size() - kHeader);
  std::string text(size_t{1} << 20U, '\0');
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  const bool is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END;
  const size_t end = kHeader + stream.total_in;
  const auto size = static_cast<uint32_t>(stream.total_out);
  inflateEnd(&stream);
  if (!is_whole) return bytes;
  const auto checksum =
      static_cast<uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(text.data()), size));
  std::string trailer(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
  trailer.append(reinterpret_cast<const char*>(&size), sizeof(size));
  return bytes.replace(end, kTrailer, trailer);
}

}  // namespace regard::fuzz
