#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace regard::parallel {

/// The address of this machine that packets to host:port leave from, as digits; nothing where the
/// host is not known or cannot be reached. Sends nothing.
std::optional<std::string> own_address_towards(const std::string& host, int64_t port);

/// Whether only this machine can reach the address.
bool is_loopback(const std::string& address);

/// An address of this machine that others can reach, the first that there is.
std::optional<std::string> address_for_others();

}  // namespace regard::parallel
