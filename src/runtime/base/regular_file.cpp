#include "base/regular_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "base/packed_folder.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

[[noreturn]] void fail_to_open(const std::filesystem::path& path, int error) {
  if (error == ENOENT || error == ENOTDIR) {
    throw Error("there is no such file", path.string(),
                path.is_absolute() ? "check the path"
                                   : "check the path; it is relative to the working directory");
  }
  if (error == ELOOP) {
    throw Error("is a link that leads back to itself", path.string(), "name the file itself");
  }
  throw Error(str("cannot be opened: ", std::generic_category().message(error)), path.string(),
              "check the path and its permissions");
}

}  // namespace

uint64_t size_of_regular_file(const std::filesystem::path& path, uint64_t most) {
  struct stat status {};
  uint64_t size = 0;
  if (::stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) {
      throw Error(str("is ", kind_of(status.st_mode), ", but must be a file"), path.string(),
                  S_ISDIR(status.st_mode) ? "name a file in it" : "name a regular file");
    }
    size = static_cast<uint64_t>(status.st_size);
  } else {
    const int error = errno;
    const auto part = find_in_packed_folder(path);
    if (!part) fail_to_open(path, error);
    size = part->size;
  }
  if (size > most) {
    throw Error(str("has ", size, " bytes, but at most ", most, " are read"), path.string());
  }
  return size;
}

bool is_there(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return true;
  if (errno == ENOTDIR) return find_in_packed_folder(path).has_value();
  return errno != ENOENT && errno != ENAMETOOLONG;
}

bool is_folder(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return false;
  return S_ISDIR(status.st_mode) || is_packed_folder(path);
}

}  // namespace regard
