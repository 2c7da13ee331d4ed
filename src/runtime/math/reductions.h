#pragma once
#include "math/functions.h"

/// Reductions of a row, and its softmax.
namespace regard::math {
namespace {

constexpr float kLowest = -3.4e38F;

REGARD_INLINE float dot(const float* x, const float* y, int64_t size) {
  // Four independent sums hide the latency of an addition.
  constexpr int64_t kSums = 4;
  Lanes sums[kSums] = {};
  int64_t i = 0;
  for (; i + kSums * kLanes <= size; i += kSums * kLanes) {
    REGARD_UNROLL for (int64_t j = 0; j < kSums; ++j) {
      sums[j] = fused(load(x + i + j * kLanes), load(y + i + j * kLanes), sums[j]);
    }
  }
  for_parts(size - i,
            [&](auto part) { sums[0] = fused(part.load(x + i), part.load(y + i), sums[0]); });
  return sum((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

float additive_score(const float* query, const float* key, const float* weights, int64_t size) {
  Lanes sums = {};
  for_parts(size, [&](auto part) {
    sums = fused(tangent(part.load(query) + part.load(key)), part.load(weights), sums);
  });
  return sum(sums);
}

/// The largest number of a row; NaN is skipped.
REGARD_INLINE float maximum(const float* x, int64_t size) {
  Lanes most = all(kLowest);
  for_parts(size, [&](auto part) { most = larger(part.load(x, kLowest), most); });
  return largest(most);
}

/// The maximum of x, and the sum of power = e^(scale * (x - maximum)); calls each(part, power).
template <class Each>
REGARD_INLINE Powers powers(const float* x, int64_t size, float scale, const Each& each) {
  const float most = maximum(x, size);
  Lanes sums = {};
  for_parts(size, [&](auto part) {
    const Lanes power = exponential(scale * (part.load(x, most) - most));
    each(part, power);
    sums += part.only(power);
  });
  return {most, sum(sums)};
}

/// x = softmax(scale * x)
REGARD_INLINE Powers softmax(float* x, int64_t size, float scale) {
  const Powers found =
      powers(x, size, scale, [&](auto part, Lanes power) { part.store(x, power); });
  const float factor = 1.0F / found.sum;
  for_parts(size, [&](auto part) { part.store(x, part.load(x) * factor); });
  return found;
}

}  // namespace
}  // namespace regard::math
