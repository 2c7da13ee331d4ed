#pragma once
#include <string>
#include <string_view>

namespace regard::text {

/// The text without characters that nobody sees: soft hyphens, zero-width spaces, word joiners,
/// byte order marks, marks and isolates of direction, and joiners outside emoji.
std::string without_invisible(std::string_view text);

}  // namespace regard::text
