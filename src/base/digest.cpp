#include "regard/base/digest.h"

#include <openssl/evp.h>

#include <array>

#include "regard/base/error.h"

namespace regard {
namespace {

void check_digest(bool done) {
  if (done) return;
  throw Error("OpenSSL does not compute a digest", {},
              "a configuration of OpenSSL may forbid it: see OPENSSL_CONF");
}

}  // namespace

struct Digest::State {
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

Digest::Digest(Kind kind) : state_(std::make_unique<State>()) {
  const auto* type = kind == Kind::sha1 ? EVP_sha1() : EVP_sha256();
  check_digest(EVP_DigestInit_ex(state_->context.get(), type, nullptr) == 1);
}

Digest::~Digest() = default;

void Digest::add(std::string_view bytes) {
  check_digest(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()) == 1);
}

std::string Digest::digits() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes = {};
  unsigned size = 0;
  check_digest(EVP_DigestFinal_ex(state_->context.get(), bytes.data(), &size) == 1);
  return hexadecimal({reinterpret_cast<const char*>(bytes.data()), size});
}

std::string hexadecimal(std::string_view bytes) {
  std::string digits;
  for (const char byte : bytes) {
    for (const int shift : {4, 0}) digits += "0123456789abcdef"[byte >> shift & 0xF];
  }
  return digits;
}

}  // namespace regard
