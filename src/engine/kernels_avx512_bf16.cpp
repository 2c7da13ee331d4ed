#include "engine/kernels_of.h"

#ifdef REGARD_ENGINE_X86
#include <immintrin.h>

#include "engine/kernels.h"

#pragma GCC optimize("O3")
#pragma GCC target( \
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx512bf16,fma,prefer-vector-width=512")
#define INLINE inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

namespace regard::engine::avx512_bf16 {
namespace {

#include "engine/avx512_lanes.h"

INLINE Lanes add_pairs(Lanes sums, Ints x, Ints weights) {
  return _mm512_dpbf16_ps(sums, (__m512bh)x, (__m512bh)weights);
}

#include "engine/kernels_body.h"

}  // namespace

const Kernels kKernels = REGARD_ENGINE_KERNELS("AVX-512 VNNI BF16");

}  // namespace regard::engine::avx512_bf16
#endif
