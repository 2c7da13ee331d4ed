#pragma once
#include <torch/types.h>

#include <vector>

namespace regard::train {

/// Scales all gradients together to a norm of at most `largest` (Pascanu et al., 2013): factor
/// min(1, largest / norm), as in d2l 9.5. With `largest` 0, scales nothing. Returns the norm before
/// scaling.
double clip_gradients(const std::vector<torch::Tensor>& gradients, double largest);

}  // namespace regard::train
