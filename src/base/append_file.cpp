#include "regard/base/append_file.h"

#include <cerrno>
#include <system_error>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {

AppendFile::AppendFile(std::filesystem::path path)
    : path_(std::move(path)), out_(path_, std::ios::binary | std::ios::app | std::ios::ate) {
  check();
}

void AppendFile::write(std::string_view bytes) {
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  check();
}

void AppendFile::flush() {
  out_.flush();
  check();
}

int64_t AppendFile::size() { return static_cast<int64_t>(out_.tellp()); }

void AppendFile::check() const {
  if (out_) return;
  throw Error(str("cannot be written: ", std::generic_category().message(errno)), path_.string(),
              "", ExitCode::failure);
}

}  // namespace regard
