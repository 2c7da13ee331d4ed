#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Bytes of the first column of a line as programs print with --help, with the blanks behind it:
/// "  -o, --output=FILE   " and "  clone      ". All of a line that has nothing but options; 0: the
/// line has no such column.
size_t option_column_size(std::string_view line);

}  // namespace regard::text
