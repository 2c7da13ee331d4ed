#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace regard {

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits, to tell whether two texts are equal; no secret
/// depends on it.
std::string sha256(std::string_view bytes);
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace regard
