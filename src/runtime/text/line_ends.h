#pragma once
#include <string_view>

namespace regard::text {

/// A line without the end that it has: \n, \r\n, \r, or one of Unicode's others.
std::string_view without_line_end(std::string_view line);

}  // namespace regard::text
