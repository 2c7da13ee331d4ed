#pragma once
#include "math/reductions.h"

/// Attention kernels.
namespace regard::math {
namespace {

void additive_score_backward(float gradient, const float* query, const float* key,
                             const float* weights, AdditiveGradients gradients, int64_t size) {
  for_parts(size, [&](auto part) {
    const Lanes feature = tangent(part.load(query) + part.load(key));
    const Lanes of_sum = gradient * part.load(weights) * slope_of_tangent(feature);
    part.store(gradients.weights, fused(all(gradient), feature, part.load(gradients.weights)));
    part.store(gradients.query, part.load(gradients.query) + of_sum);
    part.store(gradients.key, part.load(gradients.key) + of_sum);
  });
}

/// sum = weights[0] * rows[0] + weights[1] * rows[1] + ..., for `size` numbers from `offset`.
REGARD_INLINE void weighted_sum(const float* weights, const float* const* rows, int64_t count,
                                int64_t offset, int64_t size, float* sum) {
  // Several independent sums hide the latency of an addition.
  constexpr int64_t kSums = 4;
  int64_t done = 0;
  for (; done + kSums * kLanes <= size; done += kSums * kLanes) {
    Lanes sums[kSums] = {};
    for (int64_t row = 0; row < count; ++row) {
      const Lanes weight = all(weights[row]);
      REGARD_UNROLL for (int64_t j = 0; j < kSums; ++j) {
        sums[j] = fused(load(rows[row] + offset + done + j * kLanes), weight, sums[j]);
      }
    }
    REGARD_UNROLL for (int64_t j = 0; j < kSums; ++j) store(sum + done + j * kLanes, sums[j]);
  }
  for_parts(size - done, [&](auto part) {
    Lanes sums = {};
    for (int64_t row = 0; row < count; ++row) {
      sums = fused(part.load(rows[row] + offset + done), all(weights[row]), sums);
    }
    part.store(sum + done, sums);
  });
}

void attend(const float* query, const float* const* keys_values, int64_t count,
            const AttentionHeads& heads, float* weights, float* context) {
  for (int64_t head = 0; head < heads.heads; ++head) {
    const int64_t key = head * heads.key_width, value = head * heads.value_width;
    float* scores = weights + head * count;
    for (int64_t position = 0; position < count; ++position) {
      const float* its_key = keys_values[position] + key;
      scores[position] =
          heads.additive == nullptr
              ? heads.scale * dot(query + key, its_key, heads.key_width)
              : additive_score(query + key, its_key, heads.additive + key, heads.key_width);
    }
    softmax(scores, count, 1.0F);
    weighted_sum(scores, keys_values, count, heads.keys() + value, heads.value_width,
                 context + value);
  }
}

REGARD_INLINE void set_zero(float* from, const float* end) {
  for (; from < end; ++from) *from = 0.0F;
}

void softmax_scores(const HeadScores& shape, float* scores, float* log_sums) {
  for (int64_t query = 0; query < shape.queries; ++query) {
    float* row = scores + query * shape.width;
    const int64_t keys = shape.keys_of(query);
    const Powers found = softmax(row, keys, shape.scale);
    set_zero(row + keys, row + shape.width);
    log_sums[query] = shape.scale * found.maximum + __builtin_logf(found.sum);
  }
}

void softmax_scores_again(const HeadScores& shape, const float* log_sums, float* scores) {
  for (int64_t query = 0; query < shape.queries; ++query) {
    float* row = scores + query * shape.width;
    const int64_t keys = shape.keys_of(query);
    for_parts(keys, [&](auto part) {
      part.store(row, exponential(shape.scale * part.load(row) - log_sums[query]));
    });
    set_zero(row + keys, row + shape.width);
  }
}

void softmax_scores_backward(const HeadScores& shape, const float* weights, Matrix context,
                             Matrix context_gradient, int64_t value_width, float* gradients) {
  for (int64_t query = 0; query < shape.queries; ++query) {
    const float mean = dot(context_gradient.data + query * context_gradient.stride,
                           context.data + query * context.stride, value_width);
    float* gradient = gradients + query * shape.width;
    const float* weight = weights + query * shape.width;
    for_parts(shape.width, [&](auto part) {
      part.store(gradient, shape.scale * part.load(weight) * (part.load(gradient) - mean));
    });
  }
}

}  // namespace
}  // namespace regard::math
