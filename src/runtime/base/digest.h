#pragma once
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
  /// The same as hexadecimal digits.
  std::string digits();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Two digits for each byte: "\x0F\xA0" as 0fa0.
std::string hexadecimal(std::string_view bytes);

}  // namespace regard
