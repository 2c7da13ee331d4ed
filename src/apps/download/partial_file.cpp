#include "download/partial_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/process.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::download {

PartialFile::PartialFile(const std::filesystem::path& path, uint64_t most)
    : path_(path),
      most_(most),
      descriptor_(
          ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  if (descriptor_ < 0) fail("opened for writing", errno);
  const auto end = ::lseek(descriptor_, 0, SEEK_END);
  if (end < 0) {
    const int error = errno;
    ::close(descriptor_);
    fail("continued", error);
  }
  size_ = static_cast<uint64_t>(end);
  if (size_ > most_) empty();
}

PartialFile::~PartialFile() { ::close(descriptor_); }

void PartialFile::empty() {
  if (::ftruncate(descriptor_, 0) != 0) fail("emptied", errno);
  size_ = 0;
}

void PartialFile::append(std::string_view bytes) {
  if (size_ + bytes.size() > most_) {
    throw Error(str("the server sends more than the limit of ", most_, " bytes"), path_.string(),
                "name another server with --from: this server has a different file",
                ExitCode::failure);
  }
  if (!write_all(descriptor_, bytes)) fail("written", errno);
  size_ += bytes.size();
}

void PartialFile::sync() {
  if (!sync_to_disk(descriptor_)) fail("written", errno);
}

void PartialFile::fail(const char* deed, int error) const {
  throw Error(str("cannot be ", deed, ": ", std::generic_category().message(error)), path_.string(),
              "check the folder's permissions and the free space on its disk, or name another "
              "folder: -o",
              ExitCode::failure);
}

}  // namespace regard::download
