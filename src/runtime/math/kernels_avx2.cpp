// Compiled for AVX2 (scripts/cmake/instruction_sets.cmake).
#ifdef __x86_64__
#include "math/lanes_avx2.h"

#include "math/table.h"

namespace regard::math {

const Kernels kAvx2 = table("avx2");

}  // namespace regard::math
#endif
