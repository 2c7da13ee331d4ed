// Compiled for NEON with dot products of bytes and of bf16 (scripts/cmake/instruction_sets.cmake).
#ifdef __aarch64__
#include "math/lanes_neon.h"

#include "math/table.h"

namespace regard::math {

const Kernels kNeonBf16 = table("neon_bf16");

}  // namespace regard::math
#endif
