#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace regard {

/// SHA-256 (FIPS 180-4), to tell whether two files are equal; no secret depends on it.
class Sha256 {
 public:
  void update(std::string_view bytes);
  /// 64 hexadecimal digits of all bytes so far. Call once, last.
  std::string hex_digest();

 private:
  void compress(const unsigned char* block);

  std::array<uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_{};
  size_t block_size_ = 0;
  uint64_t total_size_ = 0;
};

std::string sha256(std::string_view bytes);
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace regard
