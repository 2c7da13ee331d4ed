#include "engine/kernels_of.h"

#ifdef REGARD_ENGINE_X86
#include <immintrin.h>

#include "engine/kernels.h"

#pragma GCC optimize("O3")
#pragma GCC target("avx2,fma")
#define INLINE inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

namespace regard::engine::avx2 {
namespace {

constexpr int64_t kLanes = 8;
constexpr int kMostRows = 3;  // 12 sums and 3 inputs in 16 registers
using Lanes = float __attribute__((vector_size(32)));
using Ints = int32_t __attribute__((vector_size(32)));
using Bytes = uint8_t __attribute__((vector_size(8)));

INLINE Lanes load(const float* x) { return _mm256_loadu_ps(x); }
INLINE void store(float* x, Lanes lanes) { _mm256_storeu_ps(x, lanes); }
INLINE Lanes all(float x) { return _mm256_set1_ps(x); }

// Ones in the first lanes.
INLINE __m256i first(int64_t count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)),
                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
INLINE Lanes load_some(const float* x, int64_t count, float elsewhere = 0.0F) {
  return _mm256_blendv_ps(all(elsewhere), _mm256_maskload_ps(x, first(count)),
                          _mm256_castsi256_ps(first(count)));
}
INLINE void store_some(float* x, Lanes lanes, int64_t count) {
  _mm256_maskstore_ps(x, first(count), lanes);
}
INLINE Lanes first_lanes(Lanes lanes, int64_t count) {
  return _mm256_and_ps(lanes, _mm256_castsi256_ps(first(count)));
}

INLINE Lanes fused(Lanes a, Lanes b, Lanes c) { return _mm256_fmadd_ps(a, b, c); }

INLINE float sum(Lanes a) {
  __m128 half = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  half = _mm_add_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}

INLINE float largest(Lanes a) {
  __m128 half = _mm_max_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  half = _mm_max_ps(half, _mm_movehl_ps(half, half));
  return _mm_cvtss_f32(_mm_max_ss(half, _mm_movehdup_ps(half)));
}

// In 16 bits, where no sum of two products overflows: the even bytes, then the odd ones.
INLINE Ints add_products(Ints sums, Ints bytes, Ints weights) {
  const auto x = (__m256i)bytes, w = (__m256i)weights;
  const __m256i even = _mm256_madd_epi16(_mm256_and_si256(x, _mm256_set1_epi16(255)),
                                         _mm256_srai_epi16(_mm256_slli_epi16(w, 8), 8));
  const __m256i odd = _mm256_madd_epi16(_mm256_srli_epi16(x, 8), _mm256_srai_epi16(w, 8));
  return sums + (Ints)even + (Ints)odd;
}

#include "engine/bf16_pairs.h"
#include "engine/kernels_body.h"

}  // namespace

const Kernels kKernels = REGARD_ENGINE_KERNELS("AVX2");

}  // namespace regard::engine::avx2
#endif
