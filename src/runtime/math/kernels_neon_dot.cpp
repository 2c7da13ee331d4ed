// Compiled for NEON with dot products of bytes (scripts/cmake/instruction_sets.cmake).
#ifdef __aarch64__
#include "math/lanes_neon.h"

#include "math/table.h"

namespace regard::math {

const Kernels kNeonDot = table("neon_dot");

}  // namespace regard::math
#endif
