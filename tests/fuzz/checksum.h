#pragma once
#include <zlib.h>

#include <cstdint>
#include <string>

namespace regard::fuzz {

/// Replaces the last four bytes with the checksum of all bytes before them, as in files of tokens
/// and shortlists.
inline std::string with_checksum(std::string bytes) {
  uint32_t checksum = 0;
  if (bytes.size() < sizeof(checksum)) return bytes;
  bytes.resize(bytes.size() - sizeof(checksum));
  checksum =
      static_cast<uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  return bytes.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
}

}  // namespace regard::fuzz
