#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace regard {

/// A digest of bytes added in parts. SHA-256 (FIPS 180-4) is used to compare texts; SHA-1 is broken
/// and only used to compare with published digests.
class Digest {
 public:
  enum class Kind { sha256, sha1 };

  explicit Digest(Kind kind = Kind::sha256);
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void add(std::string_view bytes);
  /// The digest: 32 bytes, or 20 for SHA-1. Nothing may be added afterwards.
  std::string bytes();
  /// The digest in hexadecimal.
  std::string digits();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes two hexadecimal digits per byte: "\x0F\xA0" becomes 0fa0.
std::string hexadecimal(std::string_view bytes);

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits, to compare texts.
std::string sha256(std::string_view bytes);
std::string sha256_of_file(const std::filesystem::path& path);
/// HMAC (RFC 2104) with SHA-256, as 64 hexadecimal digits, which cannot be computed without the
/// key.
std::string hmac_sha256(std::string_view key, std::string_view bytes);

/// The user's secret on this machine: 64 hexadecimal digits in regard/key below $XDG_STATE_HOME or
/// ~/.local/state, readable only by the user. Empty if there is none yet.
std::string user_key();

/// The user's key, created if there is none. Empty if it cannot be stored.
std::string user_key_or_new();

}  // namespace regard
