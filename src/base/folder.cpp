#include "regard/base/folder.h"

#include <unistd.h>

#include <cerrno>

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
  std::error_code failed;
  fs::create_directories(path, failed);
  if (!failed) return;
  throw Error(str("cannot create the folder: ", failed.message()), path.string(), remedy,
              ExitCode::failure);
}

}  // namespace regard
