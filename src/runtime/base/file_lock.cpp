#include "base/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/interrupt.h"
#include "base/log.h"

namespace regard {

FileLock::FileLock(const std::filesystem::path& path)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) log_info("waiting for another process that holds ", path.string());
  constexpr std::chrono::milliseconds kBetweenTries(50);
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      log_warning(path.string(), ": cannot be locked: ", std::strerror(errno),
                  "; another process may do the same work");
      return;
    }
    // The destructor does not run if this throws.
    if (const auto signal = requested_interrupt()) {
      ::close(descriptor_);
      throw Interrupted(*signal);
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace regard
