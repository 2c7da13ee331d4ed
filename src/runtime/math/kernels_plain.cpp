// Kernels for any processor.
#include "math/lanes_plain.h"

#include "math/table.h"

namespace regard::math {

const Kernels kPlain = table("plain");

}  // namespace regard::math
