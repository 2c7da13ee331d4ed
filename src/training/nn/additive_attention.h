#pragma once
#include <torch/nn/modules/linear.h>
#include <torch/nn/pimpl.h>

#include "ops/attention_recurrence.h"

namespace regard::nn {

struct AdditiveAttentionOptions {
  int64_t query_size;
  int64_t key_size;
  int64_t hidden_size;   ///< width of the scoring network
  double dropout = 0.0;  ///< dropout on the weights, in training
};

/// Additive attention: a(q, k) = w_v' tanh(W_q q + W_k k).
/// Bahdanau, Cho and Bengio (2015), appendix A.1.2, arXiv:1409.0473; d2l 11.3, `eq_additive-attn`.
/// Parameters are named as in d2l and have no bias, so weights trained with its code load here.
class AdditiveAttentionImpl : public torch::nn::Module {
 public:
  explicit AdditiveAttentionImpl(const AdditiveAttentionOptions& options);

  /// keys (batch, key, key_size) -> (batch, key, hidden_size). Call it once per sentence, not at
  /// every step.
  torch::Tensor project_keys(const torch::Tensor& keys);

  /// query (batch, query, query_size), projected_keys (batch, key, hidden_size), values (batch,
  /// key, value_size); `mask` broadcasts to (batch, query, key). Weights are always returned.
  ops::Attended forward(const torch::Tensor& query, const torch::Tensor& projected_keys,
                        const torch::Tensor& values, const torch::Tensor& mask = {});

  /// This attention over the keys and values of a batch, for ops::attention_recurrence.
  ops::AdditiveMemory with_memory(const torch::Tensor& projected_keys, const torch::Tensor& values,
                                  const torch::Tensor& mask) const;

  torch::nn::Linear W_q{nullptr}, W_k{nullptr}, w_v{nullptr};

 private:
  double dropout_;
};
TORCH_MODULE(AdditiveAttention);

}  // namespace regard::nn
