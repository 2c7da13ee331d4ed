#include "scoring/negative_log_likelihood.h"

#include <torch/nn/functional/loss.h>

#include <algorithm>

#include "text/special_tokens.h"

namespace regard::translate {
namespace {

/// Logits held at once: 16 MB.
constexpr int64_t kMostLogits = int64_t{1} << 22;

}  // namespace

torch::Tensor negative_log_likelihood(nn::OutputLayer& output_layer, const torch::Tensor& states,
                                      const torch::Tensor& labels) {
  namespace F = torch::nn::functional;
  const int64_t piece = std::max<int64_t>(kMostLogits / output_layer->weight.size(0), 1);
  auto sum = torch::zeros({}, states.options().dtype(torch::kFloat64));
  for (int64_t begin = 0; begin < states.size(0); begin += piece) {
    const int64_t end = std::min(begin + piece, states.size(0));
    const auto logits = output_layer(states.slice(0, begin, end)).to(torch::kFloat32);
    const auto losses = F::cross_entropy(
        logits, labels.slice(0, begin, end),
        F::CrossEntropyFuncOptions().ignore_index(text::kPad).reduction(torch::kNone));
    sum += losses.sum(torch::kFloat64);
  }
  return sum;
}

}  // namespace regard::translate
