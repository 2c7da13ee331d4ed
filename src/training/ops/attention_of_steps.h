#pragma once
#include <functional>
#include <vector>

#include "ops/attention_recurrence.h"
#include "ops/dropout.h"

namespace regard::ops {

/// Additive attention and its backward pass in all steps of a recurrence, one sentence at a time:
/// scores, softmax, dropout and context, without autograd (float32 on the CPU). Skips padding.
class AttentionOfSteps {
 public:
  /// weights (steps, batch, source) receives the weights of each step, before dropout; the backward
  /// pass reads them.
  AttentionOfSteps(const AdditiveMemory& memory, DropoutMask dropout, torch::Tensor weights);

  /// query (batch, hidden), W_q q -> context (batch, value_size).
  void forward(int64_t step, const torch::Tensor& query, const torch::Tensor& context);

  /// `of_weights` (steps, batch, source): the gradient of the returned weights; undefined if there
  /// is none.
  void begin_backward(const torch::Tensor& of_weights);

  /// Maps the query and the gradient of the context to the gradient of the query. Adds to the
  /// gradients of keys, values and w_v.
  void backward(int64_t step, const torch::Tensor& query, const torch::Tensor& context_gradient,
                const torch::Tensor& query_gradient);

  const torch::Tensor& keys_gradient() const { return keys_gradient_; }
  const torch::Tensor& values_gradient() const { return values_gradient_; }
  torch::Tensor score_gradient() const { return score_gradient_.sum(0); }

 private:
  int64_t source() const { return keys_.size(1); }
  int64_t hidden() const { return keys_.size(2); }
  bool allowed(int64_t sentence, int64_t key) const;
  const float* drop(int64_t step, int64_t sentence, const float* weights,
                    std::vector<float>& dropped) const;
  void each_sentence(
      const std::function<void(int64_t sentence, std::vector<float>& scratch)>& each) const;
  void softmax_of_sentence(int64_t sentence, const float* query, float* weights) const;

  torch::Tensor keys_, values_, allowed_, w_v_;
  DropoutMask dropout_;
  torch::Tensor weights_;  // (steps, batch, source), before dropout
  torch::Tensor weights_gradient_, keys_gradient_, values_gradient_;
  torch::Tensor score_gradient_;  // one row per sentence
};

/// The fused implementation of attention_recurrence with additive attention: all steps as one
/// autograd function.
RecurrenceOutput fused_attention_recurrence(const torch::Tensor& embedding_gates,
                                            const AdditiveMemory& memory,
                                            const DecoderWeights& weights,
                                            const RecurrentState& initial);

}  // namespace regard::ops
