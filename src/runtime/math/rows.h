#pragma once
#include "math/reductions.h"

/// Kernels that map rows to rows.
namespace regard::math {
namespace {

void add_scaled(const float* x, float factor, float* sum, int64_t size) {
  for_parts(size,
            [&](auto part) { part.store(sum, fused(all(factor), part.load(x), part.load(sum))); });
}

void scale_add(const float* x, float scale, const float* z, int64_t size, float* y) {
  for_parts(size, [&](auto part) { part.store(y, fused(part.load(x), all(scale), part.load(z))); });
}

void tangents(const float* x, int64_t size, float* y) {
  for_parts(size, [&](auto part) { part.store(y, tangent(part.load(x))); });
}

void add_gated(const float* values, const float* gates, float scale, int64_t size, float* x) {
  for_parts(size, [&](auto part) {
    const Lanes gated = fused(part.load(values), sigmoid(part.load(gates)), part.load(x));
    part.store(x, gated * scale);
  });
}

void normalize(const float* x, int64_t size, const float* gain, const float* shift, float epsilon,
               float* y) {
  const auto count = static_cast<float>(size);
  Lanes sums = {};
  for_parts(size, [&](auto part) { sums += part.load(x); });
  const float mean = sum(sums) / count;
  Lanes squares = {};
  for_parts(size, [&](auto part) {
    const Lanes difference = part.load(x, mean) - mean;
    squares = fused(difference, difference, squares);
  });
  const float factor = 1.0F / __builtin_sqrtf(sum(squares) / count + epsilon);
  for_parts(size, [&](auto part) {
    part.store(y, fused((part.load(x) - mean) * factor, part.load(gain), part.load(shift)));
  });
}

/// A 32-bit mixing function (xor-shift and multiply) of a counter, keyed by both halves of the
/// seed.
REGARD_INLINE Words mix(Words counter, uint32_t low, uint32_t high) {
  Words x = counter ^ low;
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x += high;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  return x;
}

void dropout(const float* input, float* output, int64_t size, uint64_t seed, uint32_t threshold,
             float scale) {
  const auto low = static_cast<uint32_t>(seed), high = static_cast<uint32_t>(seed >> 32U);
  Words lanes;
  for (int64_t lane = 0; lane < kLanes; ++lane) lanes[lane] = static_cast<uint32_t>(lane);
  for_parts(size, [&](auto part) {
    const Words hash = mix(lanes + static_cast<uint32_t>(part.at), low, high);
    part.store(output, part.load(input) * (hash >= threshold ? all(scale) : Lanes{}));
  });
}

}  // namespace
}  // namespace regard::math
