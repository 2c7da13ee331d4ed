#include "base/descriptor.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace regard {
namespace {

/// Whether to try again after a failure.
bool may_go_on(int descriptor, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd wait = {.fd = descriptor, .events = events, .revents = 0};
  ::poll(&wait, 1, -1);
  return true;
}

}  // namespace

OpenDescriptor::~OpenDescriptor() {
  if (number_ >= 0) ::close(number_);
}

ssize_t read_some(int descriptor, char* bytes, size_t size) {
  ssize_t count = 0;
  do {
    count = ::read(descriptor, bytes, size);
  } while (count < 0 && may_go_on(descriptor, POLLIN));
  return count;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (!may_go_on(descriptor, POLLOUT)) {
      return false;
    }
  }
  return true;
}

bool sync_to_disk(int descriptor) {
  int result = 0;
  do {
    result = ::fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result == 0 || errno == EINVAL;
}

void occupy_standard_descriptors() {
  // Each is opened so that its use fails; open() returns the lowest free number.
  for (const auto& [descriptor, flags] :
       {std::pair(STDIN_FILENO, O_WRONLY), {STDOUT_FILENO, O_RDONLY}, {STDERR_FILENO, O_RDWR}}) {
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) ::open("/dev/null", flags);
  }
}

}  // namespace regard
