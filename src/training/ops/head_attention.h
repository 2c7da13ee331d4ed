#pragma once
#include "ops/attended.h"
#include "ops/attention_mask.h"

namespace regard::ops {

struct HeadAttentionOptions {
  int64_t heads = 1;
  double dropout = 0.0;       ///< on the weights; 0 outside training
  bool want_weights = false;  ///< (batch, heads, query, key), of padded sentences
  torch::Tensor w_v =
      {};  ///< (heads, width): the score is w_v . tanh(q + k); undefined: q . k / sqrt(width)
};

/// softmax(score(Q, K)) V in each of several heads, which are columns side by side: queries (batch,
/// query, heads * width), keys (batch, key, heads * width), values (batch, key, heads *
/// value_width) -> context (batch, query, heads * value_width); or the same of sentences without
/// padding, (tokens, ...), as the mask says. Scaled dot products: Vaswani et al. (2017),
/// section 3.2, arXiv:1706.03762. Where the weights are wanted, each query needs a key. Fused,
/// padded batches use LibTorch's own kernel; sentences without padding use one that divides their
/// heads among threads, so that everything a head needs stays in the cache.
Attended head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                        const torch::Tensor& values, const AttentionMask& mask,
                        const HeadAttentionOptions& options);

}  // namespace regard::ops
