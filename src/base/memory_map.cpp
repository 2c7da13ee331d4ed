#include "regard/base/memory_map.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  throw Error(str("cannot be read: ", std::strerror(error)), path.string(), "", ExitCode::failure);
}

}  // namespace

MemoryMap::MemoryMap(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, errno);
  struct stat status {};
  int error = ::fstat(descriptor, &status) == 0 ? 0 : errno;
  const auto size = static_cast<size_t>(status.st_size);
  if (error == 0 && size > 0) {  // an empty file cannot be mapped
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (address == MAP_FAILED) {
      error = errno;
    } else {
      bytes_ = {static_cast<const char*>(address), size};
    }
  }
  ::close(descriptor);
  if (error != 0) fail(path, error);
}

MemoryMap::~MemoryMap() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace regard
