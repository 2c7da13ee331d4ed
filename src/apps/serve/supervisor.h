#pragma once
#include <string_view>
#include <vector>

namespace regard::serve {

/// What systemd, or another supervisor with its protocol, hands over (sd_listen_fds): sockets that
/// it listens at, e.g. to start the server at the first connection. Empty: none.
std::vector<int> sockets_of_supervisor();

/// Tells it how things are, e.g. READY=1 (sd_notify). Does nothing where there is none.
void tell_supervisor(std::string_view state);

}  // namespace regard::serve
