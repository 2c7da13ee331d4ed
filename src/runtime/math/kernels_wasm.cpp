// Kernels for WebAssembly, whose engines all have SIMD.
#ifdef __wasm_simd128__
#include "math/lanes_wasm.h"

#include "math/table.h"

namespace regard::math {

const Kernels kWasm = table("wasm");

}  // namespace regard::math
#endif
