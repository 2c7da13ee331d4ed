#pragma once
#include <cstddef>

namespace regard {

/// Columns of the terminal that a descriptor is open on; 80 where it is none, or does not say.
size_t terminal_columns(int descriptor);

}  // namespace regard
