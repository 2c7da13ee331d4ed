#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace regard {

/// A digest of bytes that come in parts. SHA-256 (FIPS 180-4) tells whether two texts are equal;
/// SHA-1 is broken, and only compares with what others publish.
class Digest {
 public:
  enum class Kind { sha256, sha1 };

  explicit Digest(Kind kind = Kind::sha256);
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void add(std::string_view bytes);
  /// 32 bytes, or 20 of SHA-1. Nothing may be added after it.
  std::string bytes();
  /// The digest as hexadecimal digits.
  std::string digits();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Two digits for each byte: "\x0F\xA0" as 0fa0.
std::string hexadecimal(std::string_view bytes);

/// SHA-256 (FIPS 180-4) as 64 hexadecimal digits, to tell whether two texts are equal.
std::string sha256(std::string_view bytes);
std::string sha256_of_file(const std::filesystem::path& path);
/// HMAC (RFC 2104) with SHA-256, as 64 hexadecimal digits: who lacks the key cannot compute it.
std::string hmac_sha256(std::string_view key, std::string_view bytes);

/// A secret of the user on this machine, 64 hexadecimal digits in regard/key of the folder
/// $XDG_STATE_HOME or ~/.local/state, which nobody else can read. Empty if there is none yet.
std::string user_key();

/// The user's key, created if there is none. Empty if it cannot be stored.
std::string user_key_or_new();

}  // namespace regard
