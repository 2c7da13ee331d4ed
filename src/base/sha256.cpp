#include "regard/base/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <system_error>

#include "regard/base/descriptor.h"
#include "regard/base/error.h"
#include "regard/base/regular_file.h"

namespace regard {
namespace {

void check(bool done) {
  if (done) return;
  throw Error("OpenSSL does not compute SHA-256", {},
              "a configuration of OpenSSL may forbid it: see OPENSSL_CONF");
}

using Bytes = std::array<unsigned char, 32>;

std::string digits_of(const Bytes& digest) {
  std::string digits;
  for (const unsigned char byte : digest) {
    for (const int shift : {4, 0}) digits += "0123456789abcdef"[byte >> shift & 0xF];
  }
  return digits;
}

class Digest {
 public:
  Digest() { check(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1); }

  void add(std::string_view bytes) {
    check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  }

  std::string digits() {
    Bytes digest = {};
    check(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) == 1);
    return digits_of(digest);
  }

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

}  // namespace

std::string sha256(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.digits();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  size_of_regular_file(path);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  Digest digest;
  std::string part(size_t{1} << 18, '\0');
  ssize_t count = -1;
  while ((count = read_some(descriptor, part.data(), part.size())) > 0) {
    digest.add({part.data(), static_cast<size_t>(count)});
  }
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (count == 0) return digest.digits();
  throw Error("cannot be read: " + std::generic_category().message(error), path.string(), "",
              ExitCode::failure);
}

std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  Bytes digest = {};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  check(::HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), data, bytes.size(),
               digest.data(), nullptr) != nullptr);
  return digits_of(digest);
}

}  // namespace regard
