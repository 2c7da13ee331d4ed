#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace regard::serve {

/// `text` with each %XX as the byte that it stands for; none if a '%' is without two digits.
std::optional<std::string> without_percent_escapes(std::string_view text);

/// The same, where a '%' without two digits stands for itself.
std::string unescaped(std::string_view text);

/// `text` with %XX in place of each byte but letters, digits and `-._~`: a segment of an address.
std::string percent_escaped(std::string_view text);

}  // namespace regard::serve
