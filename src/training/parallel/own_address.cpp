#include "parallel/own_address.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>

namespace regard::parallel {
namespace {

std::optional<std::string> digits(const sockaddr* address, socklen_t size) {
  std::array<char, NI_MAXHOST> text{};
  if (::getnameinfo(address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0) {
    return std::nullopt;
  }
  return text.data();
}

}  // namespace

std::optional<std::string> own_address_towards(const std::string& host, int64_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
    return std::nullopt;
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> keep(found, ::freeaddrinfo);
  for (const auto* way = found; way != nullptr; way = way->ai_next) {
    const int socket = ::socket(way->ai_family, SOCK_DGRAM, 0);
    if (socket < 0) continue;
    sockaddr_storage own{};
    socklen_t size = sizeof(own);
    auto* address = reinterpret_cast<sockaddr*>(&own);
    // "Connecting" a datagram socket only looks up the route.
    const bool known = ::connect(socket, way->ai_addr, way->ai_addrlen) == 0 &&
                       ::getsockname(socket, address, &size) == 0;
    ::close(socket);
    if (known) return digits(address, size);
  }
  return std::nullopt;
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

std::optional<std::string> address_for_others() {
  ifaddrs* interfaces = nullptr;
  if (::getifaddrs(&interfaces) != 0) return std::nullopt;
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> keep(interfaces, ::freeifaddrs);
  for (const auto* it = interfaces; it != nullptr; it = it->ifa_next) {
    const bool usable = it->ifa_addr != nullptr && it->ifa_addr->sa_family == AF_INET &&
                        (it->ifa_flags & IFF_UP) != 0 && (it->ifa_flags & IFF_LOOPBACK) == 0;
    if (usable) return digits(it->ifa_addr, sizeof(sockaddr_in));
  }
  return std::nullopt;
}

}  // namespace regard::parallel
