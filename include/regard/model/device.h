#pragma once
#include <torch/types.h>

#include <cstdint>
#include <string>

namespace regard::model {

/// "auto" (a GPU if there is one), "cpu", "cuda" or "cuda:N". Throws Error for another name and for
/// a GPU that is not there.
torch::Device device_named(const std::string& name);

/// Threads of one operation on the CPU; 0 leaves LibTorch's choice, one for each core.
void set_threads(int64_t threads);

}  // namespace regard::model
