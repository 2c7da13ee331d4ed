#pragma once
#include <torch/nn/pimpl.h>

#include "regard/nn/attended.h"
#include "regard/nn/linear.h"
#include "regard/nn/sentence_rows.h"

namespace regard::nn {

/// How a head compares a query with a key.
enum class AttentionScore {
  dot_product,  ///< q . k / sqrt(key_width)
  additive      ///< w_v . tanh(q + k), with a vector w_v for each head
};

struct MultiHeadAttentionOptions {
  int64_t query_size;
  int64_t key_size;
  int64_t value_size;
  int64_t hidden_size;      ///< of the result
  int64_t heads;            ///< must divide hidden_size, unless both widths are given
  double dropout = 0.0;     ///< on the weights, in training
  bool bias = false;        ///< of the four projections
  int64_t key_width = 0;    ///< d_k: of a head's queries and keys; 0: hidden_size / heads
  int64_t value_width = 0;  ///< d_v: of a head's values; 0: hidden_size / heads
  AttentionScore score = AttentionScore::dot_product;
};

/// Keys and values of all heads: what a decoder keeps of a sentence, and of the steps it has made.
struct KeysValues {
  torch::Tensor keys;    ///< (batch, heads, key, key_width)
  torch::Tensor values;  ///< (batch, heads, key, value_width)

  /// Undefined before the first step.
  bool empty() const { return !keys.defined(); }
  /// These, and `later` behind them.
  KeysValues followed_by(const KeysValues& later) const;
};

/// Multi-head attention. Vaswani et al. (2017), section 3.2.2, arXiv:1706.03762; d2l 11.5.
/// Over the additive score each head is a small AdditiveAttention whose W_q and W_k are the head's
/// rows of the projections, and whose w_v is the head's row of w_v.weight (heads, key_width).
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

  /// Self-attention of x (batch, position, size): its queries, keys and values are one product.
  /// They attend to `past`, which x joins, too.
  Attended attend_to_itself(const torch::Tensor& x, KeysValues& past,
                            const torch::Tensor& mask = {}, bool want_weights = false);

  /// The same two for sentences whose tokens stand one behind the other, by packed_attention: x
  /// (tokens, size), read by queries; memory (tokens, key_size), read by keys and values. Without
  /// dropout on weights, over dot products only.
  torch::Tensor attend_packed(const torch::Tensor& x, const SentenceRows& rows_of_x,
                              const torch::Tensor& memory, const SentenceRows& rows_of_memory);
  torch::Tensor attend_to_itself_packed(const torch::Tensor& x, const SentenceRows& rows,
                                        bool causal);

  Attended forward(const torch::Tensor& query, const torch::Tensor& keys,
                   const torch::Tensor& values, const torch::Tensor& mask = {},
                   bool want_weights = false) {
    return attend(query, project(keys, values), mask, want_weights);
  }

 private:
  torch::Tensor split(const torch::Tensor& projected) const;
  Attended attend_projected(const torch::Tensor& queries, const KeysValues& memory,
                            const torch::Tensor& mask, bool want_weights);
  Attended attend_additively(const torch::Tensor& query, const KeysValues& memory,
                             const torch::Tensor& mask, bool want_weights) const;

  int64_t heads_;
  double dropout_;
  Linear W_q{nullptr}, W_k{nullptr}, W_v{nullptr}, W_o{nullptr};
  Linear w_v{nullptr};  // none where the score is a dot product
};
TORCH_MODULE(MultiHeadAttention);

}  // namespace regard::nn
