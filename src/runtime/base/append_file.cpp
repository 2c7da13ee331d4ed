#include "base/append_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/descriptor.h"
#include "base/folder.h"
#include "base/regular_file.h"
#include "regard/base/error.h"

namespace regard {
namespace {

constexpr size_t kBufferedBytes = size_t{1} << 16;

int open_itself(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(path, ignored);
  if (std::filesystem::is_symlink(status)) {
    throw Error("is a link, but must be a file of its own", path.string(),
                "put a copy of the file in its place", ExitCode::failure);
  }
  if (std::filesystem::exists(status)) size_of_regular_file(path);
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
}

}  // namespace

AppendFile::AppendFile(std::filesystem::path path, int64_t keep_bytes)
    : path_(std::move(path)), descriptor_(open_itself(path_)) {
  struct stat status {};
  if (descriptor_ < 0) fail(errno);
  bool done = ::fstat(descriptor_, &status) == 0;
  size_ = std::min<int64_t>(status.st_size, keep_bytes);
  if (done && size_ < status.st_size) done = ::ftruncate(descriptor_, size_) == 0;
  if (done) return;
  const int error = errno;
  ::close(descriptor_);
  fail(error);
}

AppendFile::~AppendFile() {
  if (descriptor_ < 0) return;
  write_all(descriptor_, buffer_);  // whoever must know of a failure calls flush()
  ::close(descriptor_);
}

void AppendFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBufferedBytes) flush();
}

void AppendFile::flush() {
  const auto bytes = std::exchange(buffer_, {});
  if (!write_all(descriptor_, bytes)) fail(errno);
  size_ += static_cast<int64_t>(bytes.size());
}

void AppendFile::sync() {
  flush();
  if (!sync_to_disk(descriptor_) || !sync_folder(path_.parent_path())) fail(errno);
}

void AppendFile::fail(int error) const {
  throw Error("cannot be written: " + std::generic_category().message(error), path_.string(), "",
              ExitCode::failure);
}

}  // namespace regard
