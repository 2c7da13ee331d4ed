#include "base/user_key.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/descriptor.h"
#include "base/file_lock.h"
#include "base/sha256.h"
#include "base/state_folder.h"
#include "regard/base/error.h"

namespace regard {
namespace {

namespace fs = std::filesystem;

constexpr size_t kDigits = 64;

fs::path path_of_key() {
  const auto folder = state_folder();
  return folder.empty() ? fs::path() : folder / "key";
}

/// Empty where the system has no random numbers.
std::string random_key() {
  std::array<char, 32> bytes = {};
  const auto count = ::getrandom(bytes.data(), bytes.size(), 0);
  return count == std::ssize(bytes) ? sha256({bytes.data(), bytes.size()}) : std::string();
}

/// Writes the key, which only its owner may read, whole or not at all; one that is there stays.
void keep(const std::string& key, const fs::path& path) {
  std::error_code ignored;
  auto temporary = path.string() + ".XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);  // of its owner alone
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
  const FileLock alone(path.string() + ".lock");  // two who find none would remove each other's
  if (auto key = user_key(); !key.empty()) return key;
  fs::remove(path, ignored);  // a damaged one
  keep(random_key(), path);
  return user_key();
}

}  // namespace regard
