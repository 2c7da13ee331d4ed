#pragma once
#include <torch/types.h>

#include <cstdint>
#include <string>

namespace regard::model {

/// "auto" (a GPU if there is one), "cpu", "cuda" or "cuda:N". Throws Error for another name and for
/// a missing GPU. Where it is a GPU, the whole process computes attention without cuDNN from then
/// on.
torch::Device device_named(const std::string& name);

/// Threads per operation on the CPU, and regard::threads(); 0 keeps the defaults, one per core.
void set_threads(int64_t threads);

}  // namespace regard::model
