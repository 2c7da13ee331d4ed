#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace regard::serve {

/// `text` with each %XX as the byte that it stands for; none if a '%' is without two digits.
std::optional<std::string> without_percent_escapes(std::string_view text);

}  // namespace regard::serve
