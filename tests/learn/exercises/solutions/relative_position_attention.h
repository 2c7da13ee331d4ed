#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <cmath>

#include "ops/head_attention.h"

namespace regard::nn {

struct RelativePositionAttentionOptions {
  int64_t head_size;     ///< size of queries, keys and values per head
  int64_t max_distance;  ///< k: greater distances count as k
};

/// Attention with a learned vector for each distance between query and key:
///   e_ij = q_i . (k_j + a^K_ij) / sqrt(head_size),  z_i = sum_j alpha_ij (v_j + a^V_ij),
/// where a_ij is row clip(j - i, -k, k) + k of a table. Shaw, Uszkoreit and Vaswani (2018),
/// equations 3 and 4 and section 3.2, arXiv:1803.02155.
class RelativePositionAttentionImpl : public torch::nn::Module {
 public:
  explicit RelativePositionAttentionImpl(const RelativePositionAttentionOptions& options)
      : max_distance_(options.max_distance) {
    const int64_t rows = 2 * options.max_distance + 1;
    const double scale = 1 / std::sqrt(static_cast<double>(options.head_size));
    w_K = register_parameter("w_K", scale * torch::randn({rows, options.head_size}));
    w_V = register_parameter("w_V", scale * torch::randn({rows, options.head_size}));
  }

  /// queries, keys and values (batch, heads, position, head_size), all at the same positions;
  /// `mask` broadcasts to (batch, heads, query, key). The context has the shape of the queries, the
  /// weights (batch, heads, query, key).
  ops::Attended forward(const torch::Tensor& queries, const torch::Tensor& keys,
                        const torch::Tensor& values, const torch::Tensor& mask = {}) {
    const auto i = torch::arange(queries.size(2), queries.options().dtype(torch::kLong));
    const auto row = (i - i.unsqueeze(1)).clamp(-max_distance_, max_distance_) + max_distance_;
    const auto of_keys = w_K.index({row}), of_values = w_V.index({row});  // (query, key, head_size)
    const auto query_rows = queries.unsqueeze(3);  // (batch, heads, query, 1, head_size)
    const auto by_content = queries.matmul(keys.transpose(2, 3));
    const auto by_distance = query_rows.matmul(of_keys.transpose(1, 2)).squeeze(3);
    const auto scores =
        (by_content + by_distance) / std::sqrt(static_cast<double>(queries.size(3)));
    const auto weights = ops::masked_softmax(scores, mask);
    return {weights.matmul(values) + weights.unsqueeze(3).matmul(of_values).squeeze(3), weights};
  }

  torch::Tensor w_K, w_V;  ///< (2 max_distance + 1, head_size)

 private:
  int64_t max_distance_;
};
TORCH_MODULE(RelativePositionAttention);

}  // namespace regard::nn
