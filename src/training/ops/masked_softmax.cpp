#include "ops/masked_softmax.h"

namespace regard::ops {

torch::Tensor masked_softmax(const torch::Tensor& scores, const torch::Tensor& mask) {
  if (!mask.defined()) return scores.softmax(-1);
  return scores.masked_fill(mask.logical_not(), -1e6).softmax(-1);
}

}  // namespace regard::ops
