#include "regard/base/scratch_folder.h"

#include <stdlib.h>

#include <system_error>

#include "regard/base/error.h"

namespace regard {

ScratchFolder::ScratchFolder() {
  const auto where = std::filesystem::temp_directory_path();
  std::string name = (where / "regard-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw Error("cannot create a folder there", where.string(), "name another one with TMPDIR",
                ExitCode::failure);
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace regard
