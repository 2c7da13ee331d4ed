#pragma once
#include <cstddef>
#include <string_view>

namespace regard {

/// "UTF-16LE" or "UTF-16BE" (iconv's names) if the bytes look like text in that encoding without a
/// byte order mark: of the first eight bytes, exactly every second one is zero. Otherwise empty.
inline std::string_view utf16_without_mark(std::string_view bytes) {
  constexpr size_t kLooked = 8, kLeast = 4;
  bytes = bytes.substr(0, kLooked);
  if (bytes.size() < kLeast || bytes.size() % 2 != 0) return "";
  const auto are_zeros = [&](size_t first, bool zeros) {
    for (size_t at = first; at < bytes.size(); at += 2) {
      if ((bytes[at] == '\0') != zeros) return false;
    }
    return true;
  };
  if (are_zeros(0, false) && are_zeros(1, true)) return "UTF-16LE";
  return are_zeros(0, true) && are_zeros(1, false) ? "UTF-16BE" : "";
}

}  // namespace regard
