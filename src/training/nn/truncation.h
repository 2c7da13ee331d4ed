#pragma once
#include <ATen/core/Generator.h>

#include <optional>
#include <span>
#include <vector>

#include "nn/recurrent.h"

namespace regard::nn {

/// How far gradients flow back through time in a recurrent network (d2l 9.7).
enum class Truncation {
  full,       ///< to the first step
  truncated,  ///< to the last step whose number is a multiple of `every`
  random,     ///< through each step with probability `keep`; unbiased
};

struct TruncationOptions {
  Truncation mode = Truncation::full;
  int64_t every = 10;
  double keep = 0.9;
};

/// For each of `steps` steps, the factor of the gradient that flows back through the state before
/// it. full: 1. truncated: 0 for steps 0, every, 2 every, ...; else 1. random: 0 with
/// probability 1 - keep, else 1 / keep, so that the expected value is 1 (Tallec and Ollivier, 2017,
/// arXiv:1705.08209; d2l 9.7.1.3). Draws from `generator`, or from torch's.
std::vector<double> gradient_factors(const TruncationOptions& options, int64_t steps,
                                     std::optional<at::Generator> generator = std::nullopt);

/// Returns x with its gradient multiplied by `factor`. A factor of 0 detaches x.
torch::Tensor scale_gradient(const torch::Tensor& x, double factor);

/// Runs a one-directional recurrent stack over input (steps, batch, input_size), starting from
/// `initial` (empty: 0). The output is that of `recurrent`; in every layer, gradients through the
/// state before step t are multiplied by factors[t].
RecurrentOutput forward_truncated(Recurrent& recurrent, const torch::Tensor& input,
                                  const ops::RecurrentState& initial,
                                  std::span<const double> factors);

}  // namespace regard::nn
