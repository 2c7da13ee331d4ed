#pragma once
#include <exception>

namespace regard {

/// Whether an exception, LibTorch's among them, means that a GPU or the machine ran out of memory.
bool is_out_of_memory(const std::exception& error);

}  // namespace regard
