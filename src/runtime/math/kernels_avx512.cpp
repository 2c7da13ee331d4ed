// Compiled for AVX-512 with VNNI (scripts/cmake/instruction_sets.cmake).
#ifdef __x86_64__
#include "math/lanes_avx512.h"

#include "math/table.h"

namespace regard::math {

const Kernels kAvx512 = table("avx512");

}  // namespace regard::math
#endif
