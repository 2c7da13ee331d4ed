#include "base/digest.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/packed_folder.h"
#include "base/process.h"
#include "regard/base/error.h"

// Uses OpenSSL's low-level digest functions: its EVP interface would load a configuration and
// providers, which adds 3 ms to startup and 4 MB to the program.

#define OPENSSL_SUPPRESS_DEPRECATED

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
  ssize_t count = -1;  // stays -1, with errno set, if open() failed
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
  constexpr size_t kBlock = 64;  // SHA-256's block size in bytes
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

namespace {

namespace fs = std::filesystem;

constexpr size_t kDigits = 64;

fs::path path_of_key() {
  const auto folder = state_folder();
  return folder.empty() ? fs::path() : folder / "key";
}

/// A random key; empty if the system has no source of random numbers.
std::string random_key() {
  std::array<char, 32> bytes = {};
  const auto count = ::getrandom(bytes.data(), bytes.size(), 0);
  return count == std::ssize(bytes) ? sha256({bytes.data(), bytes.size()}) : std::string();
}

/// Writes the key atomically, readable only by its owner; never replaces an existing key.
void keep(const std::string& key, const fs::path& path) {
  std::error_code ignored;
  auto temporary = path.string() + ".XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);  // readable by its owner only
  if (descriptor < 0) return;
  const bool whole = write_all(descriptor, key);
  ::close(descriptor);
  if (whole) fs::create_hard_link(temporary, path, ignored);
  fs::remove(temporary, ignored);
}

}  // namespace

std::string user_key() {
  const auto path = path_of_key();
  std::error_code ignored;
  if (path.empty() || !fs::is_regular_file(path, ignored)) return {};
  try {
    auto key = read_file(path, kDigits);
    return key.size() == kDigits ? key : std::string();
  } catch (const Error&) {
    return {};
  }
}

std::string user_key_or_new() {
  const auto path = path_of_key();
  if (path.empty()) return {};
  if (auto key = user_key(); !key.empty()) return key;
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  const FileLock alone(path.string() + ".lock");  // or two processes could remove each other's key
  if (auto key = user_key(); !key.empty()) return key;
  fs::remove(path, ignored);  // the key may be damaged
  keep(random_key(), path);
  return user_key();
}

}  // namespace regard
