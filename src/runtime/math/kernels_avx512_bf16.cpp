// Compiled for AVX-512 with VNNI and BF16 (scripts/cmake/instruction_sets.cmake).
#ifdef __x86_64__
#include "math/lanes_avx512.h"

#include "math/table.h"

namespace regard::math {

const Kernels kAvx512Bf16 = table("avx512_bf16");

}  // namespace regard::math
#endif
