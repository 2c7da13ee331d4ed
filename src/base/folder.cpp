#include "regard/base/folder.h"

#include <unistd.h>

#include <cerrno>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::error_code& reason, const fs::path& path,
                       const std::string& remedy) {
  throw Error(str("cannot make the folder: ", reason.message()), path.string(), remedy,
              ExitCode::failure);
}

/// The folder itself or the nearest above it that is there.
fs::path nearest_there(const fs::path& path) {
  fs::path there = fs::absolute(path);
  std::error_code ignored;
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  return there;
}

}  // namespace

void check_folder_can_be_made(const fs::path& path, const std::string& remedy) {
  const fs::path there = nearest_there(path);
  if (!fs::is_directory(there))
    fail(std::make_error_code(std::errc::not_a_directory), path, remedy);
  if (::access(there.c_str(), W_OK | X_OK) == 0) return;
  fail(std::error_code(errno, std::generic_category()), path, remedy);
}

void make_folder(const fs::path& path, const std::string& remedy) {
  std::error_code failed;
  if (fs::is_directory(path, failed)) return;
  if (fs::exists(path, failed)) {
    throw Error("is a file, but must be a folder", path.string(), remedy);
  }
  fs::create_directories(path, failed);
  if (failed) fail(failed, path, remedy);
}

}  // namespace regard
