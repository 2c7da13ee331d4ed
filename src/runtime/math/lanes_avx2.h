#pragma once
// Lanes for AVX2 with FMA, and with VNNI if compiled for it. See lanes.h.
#include <immintrin.h>

#include <cstdint>

#include "math/attributes.h"
#define REGARD_LANES

namespace regard::math {
namespace {

constexpr int64_t kLanes = 8;
constexpr int kMostRows = 3;                    // 12 sums and 3 inputs in 16 registers
constexpr int kTallRows = 6, kTallVectors = 2;  // 12 sums, 2 vectors of weights and an input
constexpr int kMostRowsOfVector = 12;
using Lanes = float __attribute__((vector_size(32)));
using Ints = int32_t __attribute__((vector_size(32)));
using Words = uint32_t __attribute__((vector_size(32)));
using Bytes = uint8_t __attribute__((vector_size(8)));

REGARD_INLINE Lanes load(const float* x) { return _mm256_loadu_ps(x); }
REGARD_INLINE void store(float* x, Lanes lanes) { _mm256_storeu_ps(x, lanes); }
REGARD_INLINE Lanes all(float x) { return _mm256_set1_ps(x); }

// A mask of the first lanes.
REGARD_INLINE __m256i first(int64_t count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)),
                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
REGARD_INLINE Lanes load_some(const float* x, int64_t count) {
  return _mm256_maskload_ps(x, first(count));
}
REGARD_INLINE Lanes load_some(const float* x, int64_t count, float elsewhere) {
  return _mm256_blendv_ps(all(elsewhere), load_some(x, count), _mm256_castsi256_ps(first(count)));
}
// Stores in pieces: a masked store takes a dozen cycles on Zen 3.
REGARD_INLINE void store_some(float* x, Lanes lanes, int64_t count) {
  if (count == kLanes) return store(x, lanes);
  __m128 next = _mm256_castps256_ps128(lanes);
  if ((count & 4) != 0) {
    _mm_storeu_ps(x, next);
    next = _mm256_extractf128_ps(lanes, 1);
    x += 4;
  }
  if ((count & 2) != 0) {
    __builtin_memcpy(x, &next, 2 * sizeof(float));
    next = _mm_movehl_ps(next, next);
    x += 2;
  }
  if ((count & 1) != 0) _mm_store_ss(x, next);
}
REGARD_INLINE Lanes first_lanes(Lanes lanes, int64_t count) {
  return _mm256_and_ps(lanes, _mm256_castsi256_ps(first(count)));
}

REGARD_INLINE Lanes fused(Lanes a, Lanes b, Lanes c) { return _mm256_fmadd_ps(a, b, c); }
REGARD_INLINE Lanes larger(Lanes a, Lanes b) { return _mm256_max_ps(a, b); }
REGARD_INLINE Lanes smaller(Lanes a, Lanes b) { return _mm256_min_ps(a, b); }

REGARD_INLINE float sum(Lanes a) {
  __m128 half = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  half = _mm_add_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}

REGARD_INLINE float largest(Lanes a) {
  __m128 half = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  half = _mm_max_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_max_ss(half, _mm_movehdup_ps(half)));
}

#ifdef __AVXVNNI__
constexpr uint8_t kZeroByte = 128;
REGARD_INLINE Ints add_products(Ints sums, Ints bytes, Ints weights) {
  return (Ints)_mm256_dpbusd_avx_epi32((__m256i)sums, (__m256i)bytes, (__m256i)weights);
}
#else
// Multiplies |w| by x with the sign of w, since the instruction needs one unsigned factor. The sum
// of two products fits into 16 bits, since x is never -128.
constexpr uint8_t kZeroByte = 0;
REGARD_INLINE Ints add_products(Ints sums, Ints bytes, Ints weights) {
  const auto x = (__m256i)bytes, w = (__m256i)weights;
  const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(x, w));
  return sums + (Ints)_mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}
#endif

}  // namespace
}  // namespace regard::math
