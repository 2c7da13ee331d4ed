#pragma once
#include <torch/nn/pimpl.h>

#include <vector>

#include "nn/linear.h"

namespace regard::nn {

struct MinimalGatedUnitOptions {
  int64_t input_size;
  int64_t hidden_size;
};

/// A recurrent layer whose single gate F replaces a GRU's two:
///   F_t = sigmoid(X_t W_xf + H_t-1 W_hf + b_f),
///   candidate_t = tanh(X_t W_xh + (F_t * H_t-1) W_hh + b_h),
///   H_t = (1 - F_t) * H_t-1 + F_t * candidate_t.
/// Zhou et al. (2016), section 3, arXiv:1603.09420. The biases are those of W_xf and W_xh.
class MinimalGatedUnitImpl : public torch::nn::Module {
 public:
  explicit MinimalGatedUnitImpl(const MinimalGatedUnitOptions& options) {
    const auto map = [&](const char* name, int64_t from, bool bias) {
      return register_module(
          name, Linear(torch::nn::LinearOptions(from, options.hidden_size).bias(bias)));
    };
    W_xf = map("W_xf", options.input_size, true);
    W_hf = map("W_hf", options.hidden_size, false);
    W_xh = map("W_xh", options.input_size, true);
    W_hh = map("W_hh", options.hidden_size, false);
  }

  /// input (steps, batch, input_size), initial (batch, hidden_size), undefined: 0 -> the states
  /// (steps, batch, hidden_size)
  torch::Tensor forward(const torch::Tensor& input, const torch::Tensor& initial = {}) {
    auto state = initial.defined() ? initial
                                   : input.new_zeros({input.size(1), W_hh->options.out_features()});
    std::vector<torch::Tensor> states;
    for (const auto& x : input.unbind(0)) {
      const auto gate = (W_xf(x) + W_hf(state)).sigmoid();
      const auto candidate = (W_xh(x) + W_hh(gate * state)).tanh();
      state = (1 - gate) * state + gate * candidate;
      states.push_back(state);
    }
    return torch::stack(states);
  }

  Linear W_xf{nullptr}, W_hf{nullptr}, W_xh{nullptr}, W_hh{nullptr};
};
TORCH_MODULE(MinimalGatedUnit);

}  // namespace regard::nn
