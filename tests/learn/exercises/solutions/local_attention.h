#pragma once
#include <torch/nn/pimpl.h>

#include "nn/linear.h"
#include "nn/mask.h"
#include "ops/head_attention.h"

namespace regard::nn {

struct LocalAttentionOptions {
  int64_t query_size;   ///< size of queries and keys
  int64_t hidden_size;  ///< width of the network that predicts positions
  int64_t window;       ///< D: only keys from p - D to p + D are seen
};

struct LocallyAttended {
  torch::Tensor context;    ///< (batch, query, value_size)
  torch::Tensor weights;    ///< (batch, query, key); rows sum to 1 or less
  torch::Tensor positions;  ///< (batch, query): p, between 0 and the length
};

/// Attention to a window around a position that each query predicts (local-p):
///   p = S sigmoid(v_p' tanh(W_p q)), S the length of the source,
///   alpha_s = softmax_s(q . k_s) exp(-(s - p)^2 / (2 sigma^2)), sigma = D / 2,
/// the softmax over the keys s with |s - p| <= D. Luong, Pham and Manning (2015), section 3.2,
/// equations 9 and 10, arXiv:1508.04025.
class LocalAttentionImpl : public torch::nn::Module {
 public:
  explicit LocalAttentionImpl(const LocalAttentionOptions& options) : window_(options.window) {
    const auto map = [&](const char* name, int64_t from, int64_t to) {
      return register_module(name, Linear(torch::nn::LinearOptions(from, to).bias(false)));
    };
    W_p = map("W_p", options.query_size, options.hidden_size);
    v_p = map("v_p", options.hidden_size, 1);
  }

  /// query (batch, query, query_size), keys (batch, key, query_size), values (batch, key,
  /// value_size), lengths (batch), int64; undefined: all keys count.
  LocallyAttended forward(const torch::Tensor& query, const torch::Tensor& keys,
                          const torch::Tensor& values, const torch::Tensor& lengths = {}) {
    const auto count = lengths.defined() ? lengths : torch::tensor({keys.size(1)}, keys.device());
    const auto positions = count.unsqueeze(1) * v_p(W_p(query).tanh()).squeeze(2).sigmoid();
    const auto distance = torch::arange(keys.size(1), keys.options()) - positions.unsqueeze(2);
    const auto near = (distance.abs() <= window_).logical_and(key_mask(count, keys.size(1)));
    const double sigma = static_cast<double>(window_) / 2;
    const auto weights = ops::masked_softmax(query.matmul(keys.transpose(1, 2)), near) *
                         torch::exp(-distance.square() / (2 * sigma * sigma));
    return {.context = weights.matmul(values), .weights = weights, .positions = positions};
  }

  Linear W_p{nullptr}, v_p{nullptr};

 private:
  int64_t window_;
};
TORCH_MODULE(LocalAttention);

}  // namespace regard::nn
