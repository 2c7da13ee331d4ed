#include "serve/supervisor.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

#include "regard/config/scalar.h"

namespace regard::serve {
namespace {

/// The first descriptor that is handed over.
constexpr int kFirstDescriptor = 3;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::vector<int> sockets_of_supervisor() {
  if (variable("LISTEN_PID") != std::to_string(::getpid())) return {};
  std::vector<int> sockets;
  const auto count = config::parse_int(variable("LISTEN_FDS")).value_or(0);
  for (int64_t number = 0; number < count; ++number) {
    const int descriptor = kFirstDescriptor + static_cast<int>(number);
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    sockets.push_back(descriptor);
  }
  return sockets;
}

void tell_supervisor(std::string_view state) {
  const auto path = variable("NOTIFY_SOCKET");
  sockaddr_un address{};
  if (path.empty() || path.size() >= sizeof(address.sun_path)) return;
  address.sun_family = AF_UNIX;
  std::ranges::copy(path, address.sun_path);
  if (path.front() == '@') address.sun_path[0] = '\0';  // a name that is in no file system
  const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  ::sendto(descriptor, state.data(), state.size(), MSG_NOSIGNAL,
           reinterpret_cast<const sockaddr*>(&address), size);
  ::close(descriptor);
}

}  // namespace regard::serve
