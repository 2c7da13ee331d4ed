#pragma once
#include "math/kernels.h"

/// The versions of the kernels. A program contains all versions for its architecture.
namespace regard::math {

extern const Kernels kPlain;
#if defined(__x86_64__)
extern const Kernels kAvx2;
extern const Kernels kAvx2Vnni;
extern const Kernels kAvx512;
extern const Kernels kAvx512Bf16;
#elif defined(__aarch64__)
extern const Kernels kNeon;
extern const Kernels kNeonDot;
extern const Kernels kNeonBf16;
#elif defined(__wasm_simd128__)
extern const Kernels kWasm;
#endif

}  // namespace regard::math
