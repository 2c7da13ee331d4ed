#pragma once
#include <string>
#include <string_view>

namespace regard::serve {

/// The header Content-Disposition of a file to save under a name: in ASCII, and, if it has other
/// characters, also as RFC 8187 has it.
std::string attachment(std::string_view name);

}  // namespace regard::serve
