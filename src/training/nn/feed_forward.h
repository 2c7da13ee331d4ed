#pragma once
#include <torch/nn/modules/normalization.h>
#include <torch/nn/pimpl.h>
#include <utility>
#include <vector>

#include "architecture/layer_kinds.h"
#include "nn/linear.h"
#include "ops/dropout.h"
#include "ops/probe.h"

namespace regard::nn {

struct AddNormOptions {
  std::vector<int64_t> normalized_shape;  ///< the last dimensions of the input, normalized together
  double dropout = 0.0;                   ///< on the sublayer's output, in training
  bool pre_norm = false;
  double epsilon = 1e-5;  ///< added to the variance
};

/// A residual connection and a layer normalization around a sublayer f (d2l 11.7):
///   post-norm LN(x + f(x)), Vaswani et al. (2017), section 3.1;
///   pre-norm x + f(LN(x)), Xiong et al. (2020), arXiv:2002.04745.
class AddNormImpl : public torch::nn::Module {
 public:
  explicit AddNormImpl(const AddNormOptions& options);

  /// `name` is the sublayer's name in the paths of probes.
  template <class Sublayer>
  torch::Tensor around(const char* name, const torch::Tensor& x, Sublayer&& sublayer) {
    const ops::ProbeScope scope(name);
    if (!pre_norm_) return forward(x, std::forward<Sublayer>(sublayer)(x));
    const auto y = std::forward<Sublayer>(sublayer)(REGARD_OBSERVED("norm", ln(x)));
    return REGARD_OBSERVED("sum", add(x, y));
  }

  /// AddNorm as in d2l: LN(x + dropout(y)).
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& y) {
    return REGARD_OBSERVED("normalized sum", ln(add(x, y)));
  }

  bool is_pre_norm() const { return pre_norm_; }

  torch::nn::LayerNorm ln{nullptr};

 private:
  torch::Tensor add(const torch::Tensor& x, const torch::Tensor& y) {
    return REGARD_OBSERVED("residual", x) + ops::seeded_dropout(y, dropout_, is_training());
  }

  double dropout_;
  bool pre_norm_;
};
TORCH_MODULE(AddNorm);

struct FeedForwardOptions {
  int64_t input_size;
  int64_t hidden_size;
  int64_t output_size;
  Activation activation = Activation::relu;
  double dropout = 0.0;  ///< dropout on the activations
};

/// The position-wise feed-forward network: dense2(dropout(activation(dense1(x)))). Vaswani et al.
/// (2017), section 3.3; d2l 11.7.
class FeedForwardImpl : public torch::nn::Module {
 public:
  explicit FeedForwardImpl(const FeedForwardOptions& options);

  /// (..., input_size) -> (..., output_size)
  torch::Tensor forward(const torch::Tensor& x);

  Activation activation() const { return activation_; }

 private:
  torch::Tensor activated(torch::Tensor hidden) const;

  Activation activation_;
  double dropout_;
  Linear dense1{nullptr}, dense2{nullptr};
};
TORCH_MODULE(FeedForward);

}  // namespace regard::nn
