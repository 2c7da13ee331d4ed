#pragma once
#include <torch/types.h>

#include "nn/output_layer.h"

namespace regard::translate {

/// The sum of the negative log-likelihoods of labels (tokens), int64, given the states (tokens,
/// size) before the output layer; padding does not count. A float64 scalar. Works in chunks,
/// because the logits of a whole batch may be larger than everything training holds.
torch::Tensor negative_log_likelihood(nn::OutputLayer& output_layer, const torch::Tensor& states,
                                      const torch::Tensor& labels);

}  // namespace regard::translate
