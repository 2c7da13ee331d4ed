#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace regard {

/// Columns of the terminal that a descriptor is open on; 80 where it is none, or does not say.
size_t terminal_columns(int descriptor);

/// The line broken between words where it is wider than the terminal that the descriptor is open
/// on, `indent` spaces before all but the first; unchanged where it fits, and if that is no
/// terminal.
std::string fitted(std::string_view line, int descriptor, size_t indent);

}  // namespace regard
