// OpenSSL's functions for one digest, not its EVP: that would load a configuration and providers,
// which takes 3 ms of a start and 4 MB of a program.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/digest.h"

#include <openssl/sha.h>

#include <array>
#include <variant>

namespace regard {

struct Digest::State {
  std::variant<SHA256_CTX, SHA_CTX> context;
};

Digest::Digest(Kind kind) : state_(std::make_unique<State>()) {
  if (kind == Kind::sha256) {
    SHA256_Init(&state_->context.emplace<SHA256_CTX>());
  } else {
    SHA1_Init(&state_->context.emplace<SHA_CTX>());
  }
}

Digest::~Digest() = default;

void Digest::add(std::string_view bytes) {
  if (auto* sha256 = std::get_if<SHA256_CTX>(&state_->context)) {
    SHA256_Update(sha256, bytes.data(), bytes.size());
  } else {
    SHA1_Update(&std::get<SHA_CTX>(state_->context), bytes.data(), bytes.size());
  }
}

std::string Digest::bytes() {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> bytes = {};
  size_t size = SHA256_DIGEST_LENGTH;
  if (auto* sha256 = std::get_if<SHA256_CTX>(&state_->context)) {
    SHA256_Final(bytes.data(), sha256);
  } else {
    SHA1_Final(bytes.data(), &std::get<SHA_CTX>(state_->context));
    size = SHA_DIGEST_LENGTH;
  }
  return {reinterpret_cast<const char*>(bytes.data()), size};
}

std::string Digest::digits() { return hexadecimal(bytes()); }

std::string hexadecimal(std::string_view bytes) {
  std::string digits;
  for (const char byte : bytes) {
    for (const int shift : {4, 0}) digits += "0123456789abcdef"[byte >> shift & 0xF];
  }
  return digits;
}

}  // namespace regard
