#include "base/unopened_file.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {

void fail_to_open(const std::filesystem::path& path, int error, const std::string& remedy) {
  if (path.empty()) throw Error("a file name is empty", "", "give a file name");
  if (path == "-") {
    throw Error("standard input cannot be read here", "-", "save it to a file, and name the file");
  }
  if (error == ENOENT || error == ENOTDIR) {
    const auto* usual = path.is_absolute()
                            ? "check the path"
                            : "check the path; it is relative to the working directory";
    throw Error("no such file", path.string(), remedy.empty() ? usual : remedy);
  }
  if (error == ELOOP) {
    throw Error("is a symlink that refers to itself", path.string(), "name the file itself");
  }
  throw Error(str("cannot be opened: ", std::generic_category().message(error)), path.string(),
              "check the path and its permissions");
}

void check_may_be_read(const std::string& path) {
  if (path != "-" && ::access(path.c_str(), R_OK) != 0) fail_to_open(path, errno);
}

}  // namespace regard
