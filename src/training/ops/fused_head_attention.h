#pragma once
#include "ops/attention_mask.h"

namespace regard::ops {

/// The fused body of head_attention for sentences without padding: scaled dot products in float32
/// on the CPU.
torch::Tensor fused_head_attention(const torch::Tensor& queries, const torch::Tensor& keys,
                                   const torch::Tensor& values,
                                   const AttentionMask::Sentences& sentences, int64_t heads);

/// Throws c10::Error where the rows are not those of the sentences, or cannot be divided among the
/// heads.
void check_fit(const torch::Tensor& queries, const torch::Tensor& keys, const torch::Tensor& values,
               const AttentionMask::Sentences& sentences, int64_t heads);

}  // namespace regard::ops
