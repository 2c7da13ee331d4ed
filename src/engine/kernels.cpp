#include "engine/kernels.h"

#include "engine/kernels_of.h"

namespace regard::engine {

std::vector<const Kernels*> all_kernels() {
  std::vector<const Kernels*> found;
#ifdef REGARD_ENGINE_X86
  const auto all_of = [](auto... has) { return (... && (has != 0)); };
  if (all_of(__builtin_cpu_supports("avx512f"), __builtin_cpu_supports("avx512bw"),
             __builtin_cpu_supports("avx512dq"), __builtin_cpu_supports("avx512vl"),
             __builtin_cpu_supports("avx512vnni"))) {
    if (all_of(__builtin_cpu_supports("avx512bf16"))) found.push_back(&avx512_bf16::kKernels);
    found.push_back(&avx512::kKernels);
  }
  if (all_of(__builtin_cpu_supports("avx2"), __builtin_cpu_supports("fma"))) {
    found.push_back(&avx2::kKernels);
  }
#endif
  found.push_back(&plain::kKernels);
  return found;
}

const Kernels& kernels() {
  static const Kernels& best = *all_kernels().front();
  return best;
}

}  // namespace regard::engine
