#include "regard/base/sha256.h"

#include <openssl/evp.h>

#include <array>

#include "regard/base/error.h"
#include "regard/base/memory_map.h"

namespace regard {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, 32> digest;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) {
    throw Error("OpenSSL does not compute SHA-256", {},
                "a configuration of OpenSSL may forbid it: see OPENSSL_CONF");
  }
  std::string digits;
  for (const unsigned char byte : digest) {
    for (const int shift : {4, 0}) digits += "0123456789abcdef"[byte >> shift & 0xF];
  }
  return digits;
}

std::string sha256_of_file(const std::filesystem::path& path) {
  return sha256(MemoryMap(path).bytes());
}

}  // namespace regard
