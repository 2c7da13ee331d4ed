#pragma once
#include <torch/types.h>

#include "ops/sentence_rows.h"

namespace regard::ops {

/// Result of attention.
struct Attended {
  torch::Tensor context;  ///< (batch, query, size)
  torch::Tensor weights;  ///< (batch, [heads,] query, key); rows sum to 1; before dropout;
                          ///< undefined unless requested
};

/// Softmax over the last dimension. Keys that `mask` forbids (broadcast to `scores`; undefined:
/// none) get weight 0. mask.h makes masks from valid lengths. As in d2l 11.3, forbidden scores
/// become -1e6. If every key is forbidden (valid length 0), the weights are therefore uniform over
/// all keys, padding included, and no gradient flows. Models never cause this, because every source
/// has an eos. The scores may be float32, float64 or bfloat16 (which LibTorch sums in float32);
/// allowed ones must be well above -1e6.
torch::Tensor masked_softmax(const torch::Tensor& scores, const torch::Tensor& mask);

/// Scaled dot-product attention: softmax(Q K' / sqrt(size)) V. Vaswani et al. (2017), section
/// 3.2.1, arXiv:1706.03762; d2l 11.3. query (..., query, size), keys (..., key, size), values (...,
/// key, value_size); `mask` broadcasts to (..., query, key). `dropout_rate` applies to the weights
/// and is 0 outside training. Without `want_weights` and dropout, LibTorch's fused kernel computes
/// the result; `mask` must then leave each query at least one key.
Attended dot_product_attention(const torch::Tensor& query, const torch::Tensor& keys,
                               const torch::Tensor& values, const torch::Tensor& mask = {},
                               bool want_weights = false, double dropout_rate = 0.0);

/// score(b, q, k) = w_v . tanh(query(b, q) + key(b, k)), the additive score of Bahdanau et al.
/// (2015), appendix A.1.2, arXiv:1409.0473. query (batch, query, hidden), keys (batch, key,
/// hidden), w_v (hidden) -> (batch, query, key).
torch::Tensor additive_score(const torch::Tensor& query, const torch::Tensor& keys,
                             const torch::Tensor& w_v);

struct HeadAttentionOptions {
  int64_t heads = 1;
  double dropout = 0.0;       ///< on the weights; 0 outside training
  bool want_weights = false;  ///< whether to return weights, padded: (batch, heads, query, key)
  torch::Tensor w_v =
      {};  ///< (heads, width): the score is w_v . tanh(q + k); undefined: q . k / sqrt(width)
};

/// softmax(score(Q, K)) V in each of several heads, which are adjacent columns: queries (batch,
/// query, heads * width), keys (batch, key, heads * width), values (batch, key, heads *
/// value_width) -> context (batch, query, heads * value_width); or the same for sentences without
/// padding, (tokens, ...), depending on the mask. Scaled dot products: Vaswani et al. (2017),
/// section 3.2, arXiv:1706.03762. If weights are requested, each query needs a key. When fused,
/// padded batches use LibTorch's kernel; sentences without padding use one that divides the heads
/// among threads, so that all data of a head stays in the cache.
Attended head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                        const torch::Tensor& values, const AttentionMask& mask,
                        const HeadAttentionOptions& options);

/// The fused implementation of head_attention for sentences without padding: scaled dot products in
/// float32 on the CPU.
torch::Tensor fused_head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                                   const torch::Tensor& values,
                                   const AttentionMask::Sentences& sentences, int64_t heads);

/// Throws c10::Error unless the rows match the sentences and their columns can be divided among the
/// heads.
void check_fit(const torch::Tensor& queries, const torch::Tensor& keys, const torch::Tensor& values,
               const AttentionMask::Sentences& sentences, int64_t heads);

}  // namespace regard::ops
