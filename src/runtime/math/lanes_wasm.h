#pragma once
// Lanes for WebAssembly SIMD, which has no FMA: results differ in the last digits from those of
// processors with FMA. See lanes.h.
#include <wasm_simd128.h>

#include <cstdint>

#include "math/attributes.h"
#include "math/matrices.h"
#define REGARD_LANES

namespace regard::math {
namespace {

constexpr int64_t kLanes = 4;
// Two rows need more than the 16 registers that a browser has on x86-64, but are still 5 % faster
// than one.
constexpr int kMostRows = 2;
constexpr int kTallRows = kMostRows, kTallVectors = kPanel / kLanes;
constexpr int kMostRowsOfVector = 8;
using Lanes = float __attribute__((vector_size(16)));
using Ints = int32_t __attribute__((vector_size(16)));
using Words = uint32_t __attribute__((vector_size(16)));
using Bytes = uint8_t __attribute__((vector_size(4)));

REGARD_INLINE Lanes load(const float* x) { return (Lanes)wasm_v128_load(x); }
REGARD_INLINE void store(float* x, Lanes lanes) { wasm_v128_store(x, (v128_t)lanes); }
REGARD_INLINE Lanes all(float x) { return (Lanes)wasm_f32x4_splat(x); }

REGARD_INLINE Lanes load_some(const float* x, int64_t count, float elsewhere = 0.0F) {
  Lanes lanes = all(elsewhere);
  for (int64_t lane = 0; lane < count; ++lane) lanes[lane] = x[lane];
  return lanes;
}
REGARD_INLINE void store_some(float* x, Lanes lanes, int64_t count) {
  for (int64_t lane = 0; lane < count; ++lane) x[lane] = lanes[lane];
}
REGARD_INLINE Lanes first_lanes(Lanes lanes, int64_t count) {
  const v128_t is_first =
      wasm_i32x4_lt(wasm_i32x4_make(0, 1, 2, 3), wasm_i32x4_splat(static_cast<int32_t>(count)));
  return (Lanes)wasm_v128_and((v128_t)lanes, is_first);
}

REGARD_INLINE Lanes fused(Lanes a, Lanes b, Lanes c) { return a * b + c; }
// pmax(x, y) is x < y ? y : x.
REGARD_INLINE Lanes larger(Lanes a, Lanes b) {
  return (Lanes)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
}
REGARD_INLINE Lanes smaller(Lanes a, Lanes b) {
  return (Lanes)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}
REGARD_INLINE float sum(Lanes a) { return (a[0] + a[2]) + (a[1] + a[3]); }
REGARD_INLINE float largest(Lanes a) {
  const float first = a[0] > a[2] ? a[0] : a[2], second = a[1] > a[3] ? a[1] : a[3];
  return first > second ? first : second;
}

constexpr uint8_t kZeroByte = 128;

// Multiplies in 16 bits, in which a sum of two products fits: first the even bytes, then the odd
// ones.
REGARD_INLINE Ints add_products(Ints sums, Ints bytes, Ints weights) {
  const auto x = (v128_t)bytes, w = (v128_t)weights;
  const v128_t even = wasm_i32x4_dot_i16x8(wasm_v128_and(x, wasm_i16x8_splat(255)),
                                           wasm_i16x8_shr(wasm_i16x8_shl(w, 8), 8));
  const v128_t odd = wasm_i32x4_dot_i16x8(wasm_u16x8_shr(x, 8), wasm_i16x8_shr(w, 8));
  return sums + (Ints)even + (Ints)odd;
}

}  // namespace
}  // namespace regard::math
