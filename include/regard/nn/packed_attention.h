#pragma once
#include <torch/types.h>

#include "regard/nn/sentence_rows.h"

namespace regard::nn {

/// Whether packed_attention can read such tensors: float32 on the CPU.
bool attention_can_be_packed(const torch::Tensor& tensor);

/// Scaled dot-product attention (Vaswani et al., 2017, section 3.2, arXiv:1706.03762) in several
/// heads, each sentence for itself: queries (query tokens, heads * width), keys (key tokens,
/// heads * width), values (key tokens, heads * value_width) -> (query tokens, heads * value_width).
/// The rows of a sentence stand one behind the other, as `of_queries` and `of_keys` say; there is
/// no padding and no mask. `causal`: a query sees the keys up to its own place.
/// The same as dot_product_attention of a padded batch, and faster where sentences are short: the
/// sentences' heads are divided among threads, and all that one needs stays in the cache.
torch::Tensor packed_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                               const torch::Tensor& values, int64_t heads,
                               const SentenceRows& of_queries, const SentenceRows& of_keys,
                               bool causal);

}  // namespace regard::nn
