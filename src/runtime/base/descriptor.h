#pragma once
#include <cstddef>
#include <string_view>
#include <utility>

#include <sys/types.h>

namespace regard {

/// An open file, closed with its owner. -1: none.
class OpenDescriptor {
 public:
  explicit OpenDescriptor(int number = -1) : number_(number) {}
  OpenDescriptor(OpenDescriptor&& other) noexcept : number_(other.release()) {}
  OpenDescriptor& operator=(OpenDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~OpenDescriptor();

  int number() const { return number_; }
  /// The file stays open, and the caller closes it.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// read(2) and write(2) that go on after a signal and wait for a descriptor that does not block,
/// such as a pipe that another program has set so. -1 and errno where they fail.
ssize_t read_some(int descriptor, char* bytes, size_t size);
/// All bytes, or false and errno.
bool write_all(int descriptor, std::string_view bytes);

/// Brings what was written to the disk: fsync(2) that goes on after a signal. False and errno where
/// that fails; what cannot be synced, such as a pipe, counts as done.
bool sync_to_disk(int descriptor);

/// Puts /dev/null in the place of those of standard input, output and error that are closed.
/// Otherwise the next file opened would take the place, and messages would be written into it.
/// Reading from the one and writing to the other still fails, as from what is closed; messages are
/// dropped.
void occupy_standard_descriptors();

}  // namespace regard
