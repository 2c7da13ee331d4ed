#pragma once
#include <torch/types.h>

namespace regard::ops {

/// What attention returns.
struct Attended {
  torch::Tensor context;  ///< (batch, query, size)
  torch::Tensor weights;  ///< (batch, [heads,] query, key); rows sum to 1; before dropout;
                          ///< undefined unless asked for
};

}  // namespace regard::ops
