#pragma once
#include <exception>

namespace regard::train {

/// Whether an exception says that memory ran out, of a GPU or of the machine.
bool is_out_of_memory(const std::exception& error);

}  // namespace regard::train
