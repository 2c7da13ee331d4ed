#pragma once
#include <cstdint>
#include <cstdio>
#include <string>

namespace regard::test {

/// A file in a .tar archive: its header of 512 bytes, and its text in blocks of this size.
inline std::string tar_entry(const std::string& name, const std::string& text, char type = '0') {
  constexpr size_t kBlock = 512, kSize = 124, kSum = 148, kType = 156, kMagic = 257;
  std::string header(kBlock, '\0');
  header.replace(0, name.size(), name);
  char digits[13] = {};
  std::snprintf(digits, sizeof digits, "%011o", static_cast<unsigned>(text.size()));
  header.replace(kSize, 11, digits);
  header[kType] = type;
  header.replace(kMagic, 5, "ustar");
  header.replace(kSum, 8, "        ");
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  std::snprintf(digits, sizeof digits, "%06o", sum);
  header.replace(kSum, 7, std::string(digits, 6) + '\0');
  return header + text + std::string((kBlock - text.size() % kBlock) % kBlock, '\0');
}

inline std::string tar_end() { return std::string(1024, '\0'); }

}  // namespace regard::test
