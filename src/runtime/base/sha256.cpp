#include "base/sha256.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/descriptor.h"
#include "base/digest.h"
#include "base/packed_folder.h"
#include "base/regular_file.h"
#include "regard/base/error.h"

namespace regard {
std::string sha256(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.digits();
}

std::string sha256_of_file(const std::filesystem::path& path) {
  if (const auto part = find_in_packed_folder(path)) return sha256(part->read());
  size_of_regular_file(path);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  Digest digest;
  std::string part(size_t{1} << 18, '\0');
  ssize_t count = -1;  // and errno is that of open() if it failed
  while (descriptor >= 0 && (count = read_some(descriptor, part.data(), part.size())) > 0) {
    digest.add({part.data(), static_cast<size_t>(count)});
  }
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (count == 0) return digest.digits();
  throw Error("cannot be read: " + std::generic_category().message(error), path.string(), "",
              ExitCode::failure);
}

std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  constexpr size_t kBlock = 64;  // bytes that SHA-256 takes at once
  std::string padded(key);
  if (padded.size() > kBlock) {
    Digest of_key;
    of_key.add(padded);
    padded = of_key.bytes();
  }
  padded.resize(kBlock, '\0');
  const auto mixed_with = [&](unsigned char pad) {
    std::string mixed = padded;
    for (char& byte : mixed) byte = static_cast<char>(static_cast<unsigned char>(byte) ^ pad);
    return mixed;
  };
  Digest inner, outer;
  inner.add(mixed_with(0x36));
  inner.add(bytes);
  outer.add(mixed_with(0x5C));
  outer.add(inner.bytes());
  return outer.digits();
}

}  // namespace regard
