#include "regard/base/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "regard/base/descriptor.h"
#include "regard/base/digest.h"
#include "regard/base/error.h"
#include "regard/base/regular_file.h"

namespace regard {
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
  std::string code(32, '\0');
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  if (::HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), data, bytes.size(),
             reinterpret_cast<unsigned char*>(code.data()), nullptr) == nullptr) {
    throw Error("OpenSSL does not compute SHA-256", {},
                "a configuration of OpenSSL may forbid it: see OPENSSL_CONF");
  }
  return hexadecimal(code);
}

}  // namespace regard
