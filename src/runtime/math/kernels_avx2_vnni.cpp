// Compiled for AVX2 with VNNI (scripts/cmake/instruction_sets.cmake).
#ifdef __x86_64__
#include "math/lanes_avx2.h"

#include "math/table.h"

namespace regard::math {

const Kernels kAvx2Vnni = table("avx2_vnni");

}  // namespace regard::math
#endif
