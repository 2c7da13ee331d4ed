#include "base/scratch_folder.h"

#include <cstdlib>
#include <system_error>

#include "regard/base/error.h"

namespace regard {
namespace {

[[noreturn]] void fail(const std::filesystem::path& where) {
  throw Error("cannot create a folder there", where.string(), "name another one with TMPDIR",
              ExitCode::failure);
}

std::filesystem::path temporary_folder() {
  std::error_code failed;
  auto path = std::filesystem::temp_directory_path(failed);
  if (!failed) return path;
  const char* named = std::getenv("TMPDIR");
  fail(named == nullptr ? "/tmp" : named);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  const auto where = temporary_folder();
  std::string name = (where / "regard-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) fail(where);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace regard
