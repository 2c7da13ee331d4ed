// Kernels for any 64-bit ARM processor.
#ifdef __aarch64__
#include "math/lanes_neon.h"

#include "math/table.h"

namespace regard::math {

const Kernels kNeon = table("neon");

}  // namespace regard::math
#endif
