#include "regard/base/folder.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {

void make_folder(const std::filesystem::path& path, const std::string& remedy) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) return;
  if (std::filesystem::exists(path, failed)) {
    throw Error("is a file, but must be a folder", path.string(), remedy);
  }
  std::filesystem::create_directories(path, failed);
  if (failed) {
    throw Error(str("cannot make the folder: ", failed.message()), path.string(), remedy,
                ExitCode::failure);
  }
}

}  // namespace regard
