#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace regard {

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits, to tell whether two texts are equal.
std::string sha256(std::string_view bytes);
std::string sha256_of_file(const std::filesystem::path& path);
/// HMAC (RFC 2104) with SHA-256, as 64 hexadecimal digits: who lacks the key cannot compute it.
std::string hmac_sha256(std::string_view key, std::string_view bytes);

}  // namespace regard
