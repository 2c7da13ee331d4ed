#pragma once
#include "engine/kernels.h"

// GCC compiles a function for another processor than the rest of the program where a pragma says
// so; other compilers have other ways, and take the plain kernels.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define REGARD_ENGINE_X86
#endif

#define REGARD_ENGINE_KERNELS(title)                                                            \
  {                                                                                             \
    .name = title, .multiply = multiply, .multiply_bf16 = multiply_bf16,                        \
    .multiply_int8 = multiply_int8, .round_to_bf16 = round_to_bf16, .quantize = quantize,       \
    .normalize = normalize, .scale_add = scale_add, .attend = attend, .gru = gru, .lstm = lstm, \
    .add_tangent = add_tangent, .scan = scan, .exponential = exponentials                       \
  }

namespace regard::engine {
namespace avx512_bf16 {
extern const Kernels kKernels;
}
namespace avx512 {
extern const Kernels kKernels;
}
namespace avx2 {
extern const Kernels kKernels;
}
namespace plain {
extern const Kernels kKernels;
}
}  // namespace regard::engine
