#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <cstdint>

#include "nn/linear.h"
#include "ops/sentence_rows.h"

namespace regard::nn {

/// State of an SSRU after the preceding positions.
struct SsruState {
  torch::Tensor cell;  ///< (batch, size); undefined before the first position
  int64_t length = 0;  ///< number of positions

  template <class F>
  SsruState map(const F& f) const {
    return {cell.defined() ? f(cell) : cell, length};
  }
};

/// The simpler simple recurrent unit of Kim et al. (2019), D19-5632, section 3.1, with
///   f_t = sigmoid(W_f x_t + b_f)
///   c_t = f_t * c_t-1 + (1 - f_t) * W x_t, from c_0 = 0
///   h_t = relu(c_t).
/// Only the second line depends on the previous position, and it has no matrix multiplication.
class SsruImpl : public torch::nn::Module {
 public:
  explicit SsruImpl(int64_t size);

  /// x is either (batch, position, size), the positions after those in `past`, which is updated, or
  /// (tokens, size), whole sentences without padding, depending on the mask. Returns h, in the
  /// shape of x.
  torch::Tensor forward(const torch::Tensor& x, SsruState& past,
                        const ops::AttentionMask& mask = {});

 private:
  /// Returns c at each position.
  torch::Tensor run(const torch::Tensor& candidates, const torch::Tensor& gates, SsruState& past);

  Linear W{nullptr}, W_f{nullptr};
};
TORCH_MODULE(Ssru);

}  // namespace regard::nn
