#include "base/machine.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void fail(const fs::path& path, const char* deed, int error) {
  throw Error(str("cannot be ", deed, ": ", std::generic_category().message(error)), path.string(),
              "", ExitCode::failure);
}

/// An open, unlinked new file in `folder`; -1 with errno set on failure.
int open_without_a_name(const fs::path& folder) {
  // With O_TMPFILE, if supported, even a killed process leaves nothing behind.
  const int nameless = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (nameless >= 0) return nameless;
  std::string name = (folder / "regard-XXXXXX").string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor >= 0) ::unlink(name.c_str());
  return descriptor;
}

/// Copies the rest of a file. False, with errno set, on failure.
bool copy(int from, int to) {
  std::vector<char> part(size_t{1} << 20);
  ssize_t count = 0;
  while ((count = read_some(from, part.data(), part.size())) > 0) {
    if (!write_all(to, {part.data(), static_cast<size_t>(count)})) return false;
  }
  return count == 0;
}

Descriptor copy_without_a_name(const fs::path& path) {
  size_of_regular_file(path);
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) fail(path, "read", errno);
  std::error_code ignored;
  for (const auto& folder : {fs::absolute(path).parent_path(), fs::temp_directory_path(ignored)}) {
    if (folder.empty()) continue;  // TMPDIR is not a folder
    Descriptor made(open_without_a_name(folder));
    ::lseek(file.number(), 0, SEEK_SET);
    if (made.number() >= 0 && copy(file.number(), made.number())) return made;
  }
  fail(path, "copied for reading", errno);
}

}  // namespace

MemoryMap::MemoryMap(const fs::path& path) {
  const auto file = copy_without_a_name(path);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail(path, "read", errno);
  const auto size = static_cast<size_t>(status.st_size);
  if (size == 0) return;  // nothing to map
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  if (address == MAP_FAILED) fail(path, "read", errno);
  bytes_ = {static_cast<const char*>(address), size};
}

MemoryMap::~MemoryMap() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace regard
