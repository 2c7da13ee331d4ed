#pragma once
#include <string_view>

namespace regard::text {

/// A line without its terminator: \n, \r\n, \r, or another Unicode line end.
std::string_view without_line_end(std::string_view line);

}  // namespace regard::text
