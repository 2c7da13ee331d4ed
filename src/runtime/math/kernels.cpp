#include "math/kernels.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#if defined(__aarch64__)
#include <sys/auxv.h>
#elif defined(__x86_64__)
#include <cpuid.h>
#endif

#include "math/versions.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::math {
namespace {

struct Version {
  const Kernels* kernels;
  bool runs;  ///< whether this processor can run it
};

#if defined(__x86_64__)
// VNNI for AVX2 vectors has its own CPU feature, which g++ 12 cannot query.
bool has_avx_vnni() {
  constexpr unsigned kLeaf = 7, kSubleaf = 1, kBit = 1U << 4;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid_count(kLeaf, kSubleaf, &eax, &ebx, &ecx, &edx) != 0 && (eax & kBit) != 0;
}
#endif

// All versions, the best first.
std::vector<Version> versions() {
  std::vector<Version> all;
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  const bool avx512 =
      avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
      __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
      __builtin_cpu_supports("avx512vnni") != 0;
  all = {{&kAvx512Bf16, avx512 && __builtin_cpu_supports("avx512bf16") != 0},
         {&kAvx512, avx512},
         {&kAvx2Vnni, avx2 && has_avx_vnni()},
         {&kAvx2, avx2}};
#elif defined(__aarch64__)
  const bool dot = (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
  all = {{&kNeonBf16, dot && (getauxval(AT_HWCAP2) & HWCAP2_BF16) != 0},
         {&kNeonDot, dot},
         {&kNeon, true}};
#elif defined(__wasm_simd128__)
  all = {{&kWasm, true}};
#endif
  all.push_back({&kPlain, true});
  return all;
}

std::atomic<const Kernels*> in_use = nullptr;

}  // namespace

std::vector<const Kernels*> all_kernels() {
  const auto all = versions();
  auto first = all.begin();
  if (const char* wanted = std::getenv("REGARD_ISA"); wanted != nullptr && *wanted != '\0') {
    first = std::find_if(all.begin(), all.end(), [&](const Version& version) {
      return std::string_view(version.kernels->name) == wanted;
    });
    if (first == all.end()) {
      std::string names;
      for (const auto& version : all)
        names += str(names.empty() ? "" : ", ", version.kernels->name);
      throw Error(str("unknown instruction set '", wanted, "'; the sets are: ", names),
                  "REGARD_ISA", "unset it to use the best set that the processor supports");
    }
  }
  std::vector<const Kernels*> found;
  for (; first != all.end(); ++first) {
    if (first->runs) found.push_back(first->kernels);
  }
  return found;
}

const Kernels& kernels() {
  if (const Kernels* chosen = in_use.load(std::memory_order_relaxed)) return *chosen;
  const Kernels* best = all_kernels().front();
  in_use.store(best, std::memory_order_relaxed);
  return *best;
}

UseKernels::UseKernels(const Kernels& wanted) : before_(in_use.exchange(&wanted)) {}

UseKernels::~UseKernels() { in_use.store(before_); }

}  // namespace regard::math
