#pragma once
#include <torch/nn/modules/linear.h>
#include <torch/nn/pimpl.h>

#include "regard/nn/attended.h"

namespace regard::nn {

struct MultiHeadAttentionOptions {
  int64_t query_size;
  int64_t key_size;
  int64_t value_size;
  int64_t hidden_size;   ///< of all heads together, and of the result
  int64_t heads;         ///< must divide hidden_size
  double dropout = 0.0;  ///< on the weights, in training
  bool bias = false;     ///< of the four projections
};

/// Keys and values of all heads: what a decoder keeps of a sentence, and of the steps it has made.
struct KeysValues {
  torch::Tensor keys;    ///< (batch, heads, key, width)
  torch::Tensor values;  ///< (batch, heads, key, width)

  /// Undefined before the first step.
  bool empty() const { return !keys.defined(); }
  /// These, and `later` behind them.
  KeysValues followed_by(const KeysValues& later) const;
};

/// Multi-head attention. Vaswani et al. (2017), section 3.2.2, arXiv:1706.03762; d2l 11.5.
class MultiHeadAttentionImpl : public torch::nn::Module {
 public:
  explicit MultiHeadAttentionImpl(const MultiHeadAttentionOptions& options);

  /// keys (batch, key, key_size), values (batch, key, value_size), split into heads.
  KeysValues project(const torch::Tensor& keys, const torch::Tensor& values);

  /// query (batch, query, query_size); `mask` broadcasts to (batch, heads, query, key), and leaves
  /// each query a key unless the weights are wanted. Context (batch, query, hidden_size), weights
  /// (batch, heads, query, key).
  Attended attend(const torch::Tensor& query, const KeysValues& memory,
                  const torch::Tensor& mask = {}, bool want_weights = false);

  Attended forward(const torch::Tensor& query, const torch::Tensor& keys,
                   const torch::Tensor& values, const torch::Tensor& mask = {},
                   bool want_weights = false) {
    return attend(query, project(keys, values), mask, want_weights);
  }

 private:
  torch::Tensor split(const torch::Tensor& projected) const;

  int64_t heads_;
  double dropout_;
  torch::nn::Linear W_q{nullptr}, W_k{nullptr}, W_v{nullptr}, W_o{nullptr};
};
TORCH_MODULE(MultiHeadAttention);

}  // namespace regard::nn
