#pragma once
// Lanes for NEON, with dot products of bytes and of bf16 if compiled for them. See lanes.h.
#include <arm_neon.h>

#include <cstdint>

#include "math/attributes.h"
#include "math/matrices.h"
#define REGARD_LANES

namespace regard::math {
namespace {

constexpr int64_t kLanes = 4;
constexpr int kMostRows = 3;  // 24 sums, 3 inputs and the weights in 32 registers
constexpr int kTallRows = kMostRows, kTallVectors = kPanel / kLanes;
constexpr int kMostRowsOfVector = 12;
using Lanes = float __attribute__((vector_size(16)));
using Ints = int32_t __attribute__((vector_size(16)));
using Words = uint32_t __attribute__((vector_size(16)));
using Bytes = uint8_t __attribute__((vector_size(4)));

REGARD_INLINE Lanes load(const float* x) { return vld1q_f32(x); }
REGARD_INLINE void store(float* x, Lanes lanes) { vst1q_f32(x, lanes); }
REGARD_INLINE Lanes all(float x) { return vdupq_n_f32(x); }

REGARD_INLINE Lanes load_some(const float* x, int64_t count, float elsewhere = 0.0F) {
  if (count == kLanes) return load(x);
  float32x4_t lanes = all(elsewhere);
  if ((count & 2) == 0) return count == 0 ? lanes : vld1q_lane_f32(x, lanes, 0);
  lanes = vcombine_f32(vld1_f32(x), vget_high_f32(lanes));
  return count == 2 ? lanes : vld1q_lane_f32(x + 2, lanes, 2);
}
REGARD_INLINE void store_some(float* x, Lanes lanes, int64_t count) {
  if (count == kLanes) return store(x, lanes);
  if ((count & 2) == 0) {
    if (count == 1) vst1q_lane_f32(x, lanes, 0);
    return;
  }
  vst1_f32(x, vget_low_f32(lanes));
  if (count == 3) vst1q_lane_f32(x + 2, lanes, 2);
}
REGARD_INLINE Lanes first_lanes(Lanes lanes, int64_t count) {
  const Ints numbers = {0, 1, 2, 3};
  return (Lanes)((Ints)lanes & (numbers < static_cast<int32_t>(count)));
}

REGARD_INLINE Lanes fused(Lanes a, Lanes b, Lanes c) { return vfmaq_f32(c, a, b); }
// Does not use vmaxq and vminq, which treat NaN differently.
REGARD_INLINE Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }
REGARD_INLINE Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }

REGARD_INLINE float sum(Lanes a) {
  const float32x2_t half = vadd_f32(vget_low_f32(a), vget_high_f32(a));
  return vget_lane_f32(half, 0) + vget_lane_f32(half, 1);
}
REGARD_INLINE float largest(Lanes a) {
  const float first = a[0] > a[2] ? a[0] : a[2], second = a[1] > a[3] ? a[1] : a[3];
  return first > second ? first : second;
}

// Processors with dot products of signed bytes may lack those of mixed signs.
constexpr uint8_t kZeroByte = 0;
REGARD_INLINE Ints add_products(Ints sums, Ints bytes, Ints weights) {
  const auto x = (int8x16_t)bytes, w = (int8x16_t)weights;
#ifdef __ARM_FEATURE_DOTPROD
  return (Ints)vdotq_s32((int32x4_t)sums, x, w);
#else
  // The sum of two products fits into 16 bits, since x is never -128.
  const int16x8_t low = vmull_s8(vget_low_s8(x), vget_low_s8(w)), high = vmull_high_s8(x, w);
  return (Ints)vpadalq_s16((int32x4_t)sums, vpaddq_s16(low, high));
#endif
}

#ifdef __ARM_FEATURE_BF16_VECTOR_ARITHMETIC
#define REGARD_BF16
REGARD_INLINE Lanes add_pairs(Lanes sums, Ints x, Ints weights) {
  return vbfdotq_f32(sums, (bfloat16x8_t)x, (bfloat16x8_t)weights);
}
#endif

}  // namespace
}  // namespace regard::math
