#include "ops/attention_of_steps.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/kernels.h"

namespace regard::ops {
namespace {

// A row of a (batch, size) tensor.
float* row(const torch::Tensor& tensor, int64_t index) {
  return tensor.mutable_data_ptr<float>() + index * tensor.size(1);
}
// The row of a key in a (batch, source, size) or of a sentence in a (steps, batch, size) tensor.
float* row(const torch::Tensor& tensor, int64_t outer, int64_t inner) {
  return tensor.mutable_data_ptr<float>() + (outer * tensor.size(1) + inner) * tensor.size(2);
}

}  // namespace

AttentionOfSteps::AttentionOfSteps(const AdditiveMemory& memory, DropoutMask dropout,
                                   torch::Tensor weights)
    : keys_(memory.keys.contiguous()),
      values_(memory.values.contiguous()),
      allowed_(memory.mask.defined() ? memory.mask.contiguous() : memory.mask),
      w_v_(memory.w_v.contiguous()),
      dropout_(dropout),
      weights_(std::move(weights)) {}

bool AttentionOfSteps::allowed(int64_t sentence, int64_t key) const {
  return !allowed_.defined() || allowed_.const_data_ptr<bool>()[sentence * source() + key];
}

// The weights after dropout.
const float* AttentionOfSteps::drop(int64_t step, int64_t sentence, const float* weights,
                                    std::vector<float>& dropped) const {
  if (!dropout_.active()) return weights;
  dropped.resize(source());
  dropout_.apply(weights, dropped.data(), source(), step * keys_.size(0) + sentence);
  return dropped.data();
}

void AttentionOfSteps::each_sentence(
    const std::function<void(int64_t, std::vector<float>&)>& each) const {
  const int64_t work = std::max<int64_t>(1, source() * hidden());
  at::parallel_for(0, keys_.size(0), std::max<int64_t>(1, 16384 / work),
                   [&](int64_t begin, int64_t end) {
                     std::vector<float> scratch;
                     for (int64_t sentence = begin; sentence < end; ++sentence)
                       each(sentence, scratch);
                   });
}

void AttentionOfSteps::softmax_of_sentence(int64_t sentence, const float* query,
                                           float* weights) const {
  float most = -INFINITY;
  for (int64_t key = 0; key < source(); ++key) {
    if (!allowed(sentence, key)) continue;
    weights[key] = math::kernels().additive_score(query, row(keys_, sentence, key),
                                                  w_v_.const_data_ptr<float>(), hidden());
    most = std::max(most, weights[key]);
  }
  float sum = 0.0f;
  for (int64_t key = 0; key < source(); ++key) {
    weights[key] = allowed(sentence, key) ? std::exp(weights[key] - most) : 0.0f;
    sum += weights[key];
  }
  for (int64_t key = 0; key < source(); ++key) weights[key] /= sum;
}

void AttentionOfSteps::forward(int64_t step, const torch::Tensor& query,
                               const torch::Tensor& context) {
  each_sentence([&](int64_t sentence, std::vector<float>& dropped) {
    float* weights = row(weights_, step, sentence);
    softmax_of_sentence(sentence, row(query, sentence), weights);
    const float* factors = drop(step, sentence, weights, dropped);
    float* sum = row(context, sentence);
    std::fill_n(sum, values_.size(2), 0.0f);
    for (int64_t key = 0; key < source(); ++key) {
      if (factors[key] == 0.0f) continue;
      math::kernels().add_scaled(row(values_, sentence, key), factors[key], sum, values_.size(2));
    }
  });
}

void AttentionOfSteps::begin_backward(const torch::Tensor& of_weights) {
  if (of_weights.defined()) weights_gradient_ = of_weights.contiguous();
  keys_gradient_ = torch::zeros_like(keys_);
  values_gradient_ = torch::zeros_like(values_);
  score_gradient_ = torch::zeros({keys_.size(0), hidden()}, keys_.options());
}

void AttentionOfSteps::backward(int64_t step, const torch::Tensor& query,
                                const torch::Tensor& context_gradient,
                                const torch::Tensor& query_gradient) {
  each_sentence([&](int64_t sentence, std::vector<float>& dropped) {
    const float* of_context = row(context_gradient, sentence);
    const float* weights = row(weights_, step, sentence);
    std::vector<float> of_weights(source(), 0.0f);
    if (weights_gradient_.defined()) {
      const float* given = row(weights_gradient_, step, sentence);
      of_weights.assign(given, given + source());
    }
    const float* factors = drop(step, sentence, weights, dropped);
    for (int64_t key = 0; key < source(); ++key) {
      if (factors[key] == 0.0f) continue;
      // dropout scales a weight and its gradient alike
      of_weights[key] +=
          factors[key] / weights[key] *
          math::kernels().dot(of_context, row(values_, sentence, key), values_.size(2));
      math::kernels().add_scaled(of_context, factors[key], row(values_gradient_, sentence, key),
                                 values_.size(2));
    }
    float mean = 0.0f;
    for (int64_t key = 0; key < source(); ++key) mean += weights[key] * of_weights[key];
    float* of_query = row(query_gradient, sentence);
    std::fill_n(of_query, hidden(), 0.0f);
    for (int64_t key = 0; key < source(); ++key) {
      const float of_score = weights[key] * (of_weights[key] - mean);
      if (of_score == 0.0f) continue;
      math::kernels().additive_score_backward(
          of_score, row(query, sentence), row(keys_, sentence, key), w_v_.const_data_ptr<float>(),
          {of_query, row(keys_gradient_, sentence, key), row(score_gradient_, sentence)}, hidden());
    }
  });
}

}  // namespace regard::ops
