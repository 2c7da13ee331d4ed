#pragma once
// Lanes for any processor: vector types of the compiler, without intrinsics. See lanes.h.
#include <cstdint>

#include "math/attributes.h"
#include "math/matrices.h"
#define REGARD_LANES

namespace regard::math {
namespace {

constexpr int64_t kLanes = 4;
// One row, so that all rows run through the same code: the compiler may contract products and sums.
constexpr int kMostRows = 1;
constexpr int kTallRows = kMostRows, kTallVectors = kPanel / kLanes;
constexpr int kMostRowsOfVector = 4;
using Lanes = float __attribute__((vector_size(16)));
using Ints = int32_t __attribute__((vector_size(16)));
using Words = uint32_t __attribute__((vector_size(16)));
using Bytes = uint8_t __attribute__((vector_size(4)));

REGARD_INLINE Lanes load(const float* x) {
  Lanes lanes;
  __builtin_memcpy(&lanes, x, sizeof(Lanes));
  return lanes;
}
REGARD_INLINE void store(float* x, Lanes lanes) { __builtin_memcpy(x, &lanes, sizeof(Lanes)); }
REGARD_INLINE Lanes all(float x) { return Lanes{} + x; }

REGARD_INLINE Lanes load_some(const float* x, int64_t count, float elsewhere = 0.0F) {
  Lanes lanes = all(elsewhere);
  for (int64_t lane = 0; lane < count; ++lane) lanes[lane] = x[lane];
  return lanes;
}
REGARD_INLINE void store_some(float* x, Lanes lanes, int64_t count) {
  for (int64_t lane = 0; lane < count; ++lane) x[lane] = lanes[lane];
}
REGARD_INLINE Lanes first_lanes(Lanes lanes, int64_t count) {
  for (int64_t lane = count; lane < kLanes; ++lane) lanes[lane] = 0.0F;
  return lanes;
}

REGARD_INLINE Lanes fused(Lanes a, Lanes b, Lanes c) { return a * b + c; }
REGARD_INLINE Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }
REGARD_INLINE Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
REGARD_INLINE float sum(Lanes a) { return (a[0] + a[2]) + (a[1] + a[3]); }
REGARD_INLINE float largest(Lanes a) {
  const float first = a[0] > a[2] ? a[0] : a[2], second = a[1] > a[3] ? a[1] : a[3];
  return first > second ? first : second;
}

constexpr uint8_t kZeroByte = 128;
REGARD_INLINE Ints add_products(Ints sums, Ints bytes, Ints weights) {
  const Ints x0 = bytes & 255, x1 = (bytes >> 8) & 255, x2 = (bytes >> 16) & 255,
             x3 = (bytes >> 24) & 255;
  const Ints w0 = (weights << 24) >> 24, w1 = (weights << 16) >> 24, w2 = (weights << 8) >> 24,
             w3 = weights >> 24;
  return sums + x0 * w0 + x1 * w1 + x2 * w2 + x3 * w3;
}

}  // namespace
}  // namespace regard::math
