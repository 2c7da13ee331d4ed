#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace regard::parallel {

/// The local address, as digits, from which packets to host:port leave; nothing if the host is
/// unknown or unreachable. Sends nothing.
std::optional<std::string> own_address_towards(const std::string& host, int64_t port);

/// Whether only this machine can reach the address.
bool is_loopback(const std::string& address);

/// The first address of this machine that others can reach.
std::optional<std::string> address_for_others();

}  // namespace regard::parallel
