#pragma once
#include "math/kernels.h"

/// The versions of the kernels. A program for x86-64 contains all of them.
namespace regard::math {

extern const Kernels kPlain;
#if defined(__x86_64__)
extern const Kernels kAvx2;
extern const Kernels kAvx512;
extern const Kernels kAvx512Bf16;
#endif

}  // namespace regard::math
