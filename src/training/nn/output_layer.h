#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include "ops/affine.h"
#include "ops/cross_entropy.h"

namespace regard::nn {

/// States to logits: W s + b. W is its own, or the embedding of the target side: Press and Wolf
/// (2017), arXiv:1608.05859.
class OutputLayerImpl : public torch::nn::Module {
 public:
  /// `embedding` (vocab, size), if given, is the weight: then only the bias is a parameter of this
  /// module.
  OutputLayerImpl(int64_t size, int64_t vocab, const torch::Tensor& embedding = {});

  /// (..., size) -> (..., vocab)
  torch::Tensor forward(const torch::Tensor& states) { return ops::affine(states, weight, bias); }

  /// The loss of the logits, without keeping them; states (tokens, size), labels (tokens), int64.
  ops::TokenLoss loss(const torch::Tensor& states, const torch::Tensor& labels, double smoothing,
                      int64_t pad) const {
    return ops::projected_cross_entropy(states, weight, bias, labels, smoothing, pad);
  }

  torch::Tensor weight, bias;
};
TORCH_MODULE(OutputLayer);

}  // namespace regard::nn
