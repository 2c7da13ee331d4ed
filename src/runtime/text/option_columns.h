#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Size in bytes of the first column in a line of --help output, including the blanks after it:
/// "  -o, --output=FILE   " and "  clone    ". The line's size if it contains only options; 0 if
/// there is no such column.
size_t option_column_size(std::string_view line);

}  // namespace regard::text
