#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace regard {

/// Appends a varint of protocol buffers: seven bits per byte.
inline void append_varint(std::string& bytes, uint64_t number) {
  for (; number >= 0x80U; number >>= 7U) bytes += static_cast<char>((number & 0x7FU) | 0x80U);
  bytes += static_cast<char>(number);
}

/// Appends a length-delimited field: a string or a message.
inline void append_field(std::string& bytes, uint64_t number, std::string_view content) {
  constexpr uint64_t kBytes = 2;  // the wire type
  append_varint(bytes, number << 3U | kBytes);
  append_varint(bytes, content.size());
  bytes += content;
}

}  // namespace regard
