#pragma once
#include <torch/nn/pimpl.h>

#include "architecture/layer_kinds.h"
#include "nn/linear.h"
#include "ops/head_attention.h"

namespace regard::nn {

struct MultiHeadAttentionOptions {
  int64_t query_size;
  int64_t key_size;
  int64_t value_size;
  int64_t hidden_size;      ///< size of the result
  int64_t heads;            ///< must divide hidden_size, unless both widths are given
  double dropout = 0.0;     ///< on the weights, in training
  bool bias = false;        ///< whether the four projections have a bias
  int64_t key_width = 0;    ///< d_k, for a head's queries and keys; 0: hidden_size / heads
  int64_t value_width = 0;  ///< d_v, for a head's values; 0: hidden_size / heads
  AttentionScore score = AttentionScore::dot_product;
};

/// Keys and values of all heads, in adjacent columns: a decoder's cache of a source sentence or of
/// its earlier steps.
struct KeysValues {
  torch::Tensor keys;    ///< (batch, key, heads * key_width)
  torch::Tensor values;  ///< (batch, key, heads * value_width)

  /// Whether there are no keys yet, as before the first step.
  bool empty() const { return !keys.defined(); }
  int64_t length() const { return empty() ? 0 : keys.size(1); }
  /// These keys and values, followed by `later`.
  KeysValues followed_by(const KeysValues& later) const;

  template <class F>
  KeysValues map(const F& f) const {
    return empty() ? KeysValues{} : KeysValues{f(keys), f(values)};
  }
};

/// Multi-head attention: W_o [head_1; ...; head_h], head_i = attention(W_q,i x, W_k,i k, W_v,i v).
/// Vaswani et al. (2017), section 3.2.2, arXiv:1706.03762; d2l 11.5. With the additive score, each
/// head is a small AdditiveAttention whose W_q and W_k are the head's rows of the projections, and
/// whose w_v is the head's row of w_v.weight (heads, key_width). Batches are either padded, (batch,
/// position, size), or sentences concatenated without padding, (tokens, size), depending on the
/// mask.
class MultiHeadAttentionImpl : public torch::nn::Module {
 public:
  explicit MultiHeadAttentionImpl(const MultiHeadAttentionOptions& options);

  /// Projects keys (batch, key, key_size) and values (batch, key, value_size) for all heads.
  KeysValues project(const torch::Tensor& keys, const torch::Tensor& values);

  /// query (batch, query, query_size) -> context (batch, query, hidden_size), weights (batch,
  /// heads, query, key). The mask must leave each query a key if weights are requested.
  ops::Attended attend(const torch::Tensor& query, const KeysValues& memory,
                       const ops::AttentionMask& mask = {}, bool want_weights = false);

  /// Self-attention of x (batch, position, size), with queries, keys and values from one matrix
  /// product. x also attends to `past`, to which its keys and values are appended.
  ops::Attended attend_to_itself(const torch::Tensor& x, KeysValues& past,
                                 const ops::AttentionMask& mask = {}, bool want_weights = false);

  /// Attention weights of the first head: (batch, 1, query, key), padded even if x is not.
  torch::Tensor weights_of_first_head(const torch::Tensor& query, const KeysValues& memory,
                                      const ops::AttentionMask& mask = {});

  ops::Attended forward(const torch::Tensor& query, const torch::Tensor& keys,
                        const torch::Tensor& values, const ops::AttentionMask& mask = {},
                        bool want_weights = false) {
    return attend(query, project(keys, values), mask, want_weights);
  }

  int64_t heads() const { return heads_; }

 private:
  ops::Attended attend_projected(const torch::Tensor& queries, const KeysValues& memory,
                                 const ops::AttentionMask& mask, bool want_weights);

  int64_t heads_;
  double dropout_;
  Linear W_q{nullptr}, W_k{nullptr}, W_v{nullptr}, W_o{nullptr};
  Linear w_v{nullptr};  // null for dot-product scores
};
TORCH_MODULE(MultiHeadAttention);

}  // namespace regard::nn
