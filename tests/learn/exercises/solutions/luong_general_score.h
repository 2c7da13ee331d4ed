#pragma once
#include <torch/nn/pimpl.h>

#include "nn/linear.h"

namespace regard::nn {

struct LuongGeneralScoreOptions {
  int64_t query_size;
  int64_t key_size;
};

/// The general score a(q, k) = q' W_a k, a dot product after a learned map from keys to queries.
/// Luong, Pham and Manning (2015), section 3.1, arXiv:1508.04025.
class LuongGeneralScoreImpl : public torch::nn::Module {
 public:
  explicit LuongGeneralScoreImpl(const LuongGeneralScoreOptions& options) {
    W_a = register_module(
        "W_a", Linear(torch::nn::LinearOptions(options.key_size, options.query_size).bias(false)));
  }

  /// query (batch, query, query_size), keys (batch, key, key_size) -> (batch, query, key)
  torch::Tensor forward(const torch::Tensor& query, const torch::Tensor& keys) {
    return query.matmul(W_a(keys).transpose(1, 2));
  }

  Linear W_a{nullptr};
};
TORCH_MODULE(LuongGeneralScore);

}  // namespace regard::nn
