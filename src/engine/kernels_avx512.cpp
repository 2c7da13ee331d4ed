#include "engine/kernels_of.h"

#ifdef REGARD_ENGINE_X86
#include <immintrin.h>

#include "engine/kernels.h"

#pragma GCC optimize("O3")
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,fma,prefer-vector-width=512")
#define INLINE inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

namespace regard::engine::avx512 {
namespace {

#include "engine/avx512_lanes.h"
#include "engine/bf16_pairs.h"
#include "engine/kernels_body.h"

}  // namespace

const Kernels kKernels = REGARD_ENGINE_KERNELS("AVX-512 VNNI");

}  // namespace regard::engine::avx512
#endif
