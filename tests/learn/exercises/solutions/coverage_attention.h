#pragma once
#include <torch/nn/pimpl.h>

#include "nn/linear.h"
#include "ops/head_attention.h"

namespace regard::nn {

struct CoverageAttentionOptions {
  int64_t query_size;
  int64_t key_size;
  int64_t hidden_size;         ///< width of the scoring network
  double max_fertility = 2.0;  ///< N: maximum target words per source word
};

struct CoverageStep {
  torch::Tensor context;   ///< (batch, value_size)
  torch::Tensor weights;   ///< (batch, key); rows sum to 1
  torch::Tensor coverage;  ///< (batch, key), for the next step
};

/// Additive attention with coverage C, how much of each source word has been translated:
///   a(q, k_j, C_j) = w_v' tanh(W_q q + W_k k_j + W_c C_j),
///   C_j <- C_j + alpha_j / Phi_j,  Phi_j = N sigmoid(U_f k_j), the fertility of word j.
/// Tu et al. (2016), section 3, linguistic coverage with fertility, arXiv:1601.04811.
class CoverageAttentionImpl : public torch::nn::Module {
 public:
  explicit CoverageAttentionImpl(const CoverageAttentionOptions& options)
      : max_fertility_(options.max_fertility) {
    const auto map = [&](const char* name, int64_t from, int64_t to) {
      return register_module(name, Linear(torch::nn::LinearOptions(from, to).bias(false)));
    };
    W_q = map("W_q", options.query_size, options.hidden_size);
    W_k = map("W_k", options.key_size, options.hidden_size);
    W_c = map("W_c", 1, options.hidden_size);
    w_v = map("w_v", options.hidden_size, 1);
    U_f = map("U_f", options.key_size, 1);
  }

  /// One step of the decoder: query (batch, query_size), keys (batch, key, key_size), values
  /// (batch, key, value_size), coverage (batch, key), undefined before the first step; `mask`
  /// (batch, key).
  CoverageStep forward(const torch::Tensor& query, const torch::Tensor& keys,
                       const torch::Tensor& values, const torch::Tensor& coverage = {},
                       const torch::Tensor& mask = {}) {
    const auto before =
        coverage.defined() ? coverage : keys.new_zeros({keys.size(0), keys.size(1)});
    const auto features = W_q(query).unsqueeze(1) + W_k(keys) + W_c(before.unsqueeze(2));
    const auto weights = ops::masked_softmax(w_v(features.tanh()).squeeze(2), mask);
    const auto fertility = max_fertility_ * U_f(keys).squeeze(2).sigmoid();  // (batch, key)
    return {.context = weights.unsqueeze(1).matmul(values).squeeze(1),
            .weights = weights,
            .coverage = before + weights / fertility};
  }

  Linear W_q{nullptr}, W_k{nullptr}, W_c{nullptr}, w_v{nullptr}, U_f{nullptr};

 private:
  double max_fertility_;
};
TORCH_MODULE(CoverageAttention);

}  // namespace regard::nn
