#pragma once
#include <torch/types.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace regard::train {

/// Parameters, or the state of whatever updates them, in a fixed order.
using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// Copies the tensors of these names from a saved state, which may hold others. Throws Error,
/// naming the state's file `where`, if one is missing or has another shape.
void restore(const NamedTensors& tensors, const std::map<std::string, torch::Tensor>& state,
             const std::string& where);

}  // namespace regard::train
