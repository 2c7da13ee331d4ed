#pragma once
// Lanes for AVX-512 with VNNI, and with BF16 if compiled for it. See lanes.h.
#include <immintrin.h>

#include <cstdint>

#include "math/attributes.h"
#include "math/matrices.h"
#define REGARD_LANES

namespace regard::math {
namespace {

constexpr int64_t kLanes = 16;
constexpr int kMostRows = 12;  // 24 sums, 2 vectors of weights and an input in 32 registers
constexpr int kTallRows = kMostRows, kTallVectors = kPanel / kLanes;
constexpr int kMostRowsOfVector = 12;
using Lanes = float __attribute__((vector_size(64)));
using Ints = int32_t __attribute__((vector_size(64)));
using Words = uint32_t __attribute__((vector_size(64)));
using Bytes = uint8_t __attribute__((vector_size(16)));

REGARD_INLINE Lanes load(const float* x) { return _mm512_loadu_ps(x); }
REGARD_INLINE void store(float* x, Lanes lanes) { _mm512_storeu_ps(x, lanes); }
REGARD_INLINE Lanes all(float x) { return _mm512_set1_ps(x); }

REGARD_INLINE __mmask16 first(int64_t count) { return static_cast<__mmask16>((1U << count) - 1); }
REGARD_INLINE Lanes load_some(const float* x, int64_t count, float elsewhere = 0.0F) {
  return _mm512_mask_loadu_ps(all(elsewhere), first(count), x);
}
REGARD_INLINE void store_some(float* x, Lanes lanes, int64_t count) {
  _mm512_mask_storeu_ps(x, first(count), lanes);
}
REGARD_INLINE Lanes first_lanes(Lanes lanes, int64_t count) {
  return _mm512_maskz_mov_ps(first(count), lanes);
}

REGARD_INLINE Lanes fused(Lanes a, Lanes b, Lanes c) { return _mm512_fmadd_ps(a, b, c); }
// A mask of all lanes: g++ 12 warns about an uninitialized operand in the plain intrinsics.
constexpr __mmask16 kAll = 0xFFFF;
REGARD_INLINE Lanes larger(Lanes a, Lanes b) { return _mm512_maskz_max_ps(kAll, a, b); }
REGARD_INLINE Lanes smaller(Lanes a, Lanes b) { return _mm512_maskz_min_ps(kAll, a, b); }

// A quarter of the lanes.
template <int kFrom>
REGARD_INLINE __m128 quarter(Lanes a) {
  return __builtin_shufflevector(a, a, kFrom, kFrom + 1, kFrom + 2, kFrom + 3);
}

REGARD_INLINE float sum(Lanes a) {
  __m128 four = (quarter<0>(a) + quarter<8>(a)) + (quarter<4>(a) + quarter<12>(a));
  four = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
}

REGARD_INLINE float largest(Lanes a) {
  __m128 four = _mm_max_ps(_mm_max_ps(quarter<0>(a), quarter<8>(a)),
                           _mm_max_ps(quarter<4>(a), quarter<12>(a)));
  four = _mm_max_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
}

constexpr uint8_t kZeroByte = 128;
REGARD_INLINE Ints add_products(Ints sums, Ints bytes, Ints weights) {
  return (Ints)_mm512_dpbusd_epi32((__m512i)sums, (__m512i)bytes, (__m512i)weights);
}

#ifdef __AVX512BF16__
#define REGARD_BF16
REGARD_INLINE Lanes add_pairs(Lanes sums, Ints x, Ints weights) {
  return _mm512_dpbf16_ps(sums, (__m512bh)x, (__m512bh)weights);
}
#endif

}  // namespace
}  // namespace regard::math
