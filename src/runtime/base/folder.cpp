#include "base/folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "base/descriptor.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

namespace fs = std::filesystem;

void check_is_no_file(const fs::path& path, const std::string& remedy) {
  std::error_code ignored;
  if (!fs::exists(path, ignored) || fs::is_directory(path, ignored)) return;
  throw Error("is a file, but must be a folder", path.string(), remedy);
}

/// The folder and those above it, as far as they are missing.
std::vector<fs::path> missing_folders(const fs::path& path) {
  std::vector<fs::path> missing;
  std::error_code ignored;
  auto folder = fs::absolute(path, ignored);
  for (; !folder.empty() && !fs::exists(folder, ignored); folder = folder.parent_path()) {
    missing.push_back(folder);
  }
  return missing;
}

}  // namespace

void check_folder_can_be_written(const fs::path& path, const std::string& remedy) {
  check_is_no_file(path, remedy);
  fs::path there = fs::absolute(path);
  std::error_code ignored;
  while (!fs::exists(there, ignored)) there = there.parent_path();
  if (::access((there / ".").c_str(), W_OK | X_OK) == 0) return;
  const auto reason = std::generic_category().message(errno);
  throw Error(str("nothing can be written there: ", reason), path.string(), remedy,
              ExitCode::failure);
}

void make_folder(const fs::path& path, const std::string& remedy) {
  check_is_no_file(path, remedy);
  const auto missing = missing_folders(path);
  std::error_code failed;
  fs::create_directories(path, failed);
  for (const auto& folder : missing) {
    if (!failed && !sync_folder(folder.parent_path()))
      failed.assign(errno, std::generic_category());
  }
  if (!failed) return;
  throw Error(str("cannot create the folder: ", failed.message()), path.string(), remedy,
              ExitCode::failure);
}

bool sync_folder(const fs::path& path) {
  const int descriptor = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno == EACCES;  // it may be writable, but not readable
  const bool done = sync_to_disk(descriptor) || errno == EBADF || errno == EOPNOTSUPP;
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return done;
}

}  // namespace regard
