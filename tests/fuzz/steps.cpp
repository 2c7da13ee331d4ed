// Where the calls end that -fsanitize-coverage=trace-pc,trace-cmp puts into the sources under test.
#include "fuzz/steps.h"

#include <algorithm>

namespace regard::fuzz {

std::array<uint8_t, 1U << 16U> steps;

namespace {

uintptr_t last_place = 0;
std::array<Compared, 64> newest;
size_t comparisons = 0;

void take_step(uintptr_t place) {
  const uintptr_t mixed = (place >> 4U) ^ (place << 8U);
  auto& count = steps[(mixed ^ last_place) % steps.size()];
  if (count < 255) ++count;
  last_place = mixed >> 1U;
}

void take_comparison(uint64_t one, uint64_t other, size_t width) {
  if (one == other) return;
  newest[comparisons++ % newest.size()] = {one, other, width};
}

}  // namespace

std::span<const Compared> compared() {
  return {newest.data(), std::min(comparisons, newest.size())};
}

void forget_steps() {
  steps.fill(0);
  last_place = 0;
  comparisons = 0;
}

}  // namespace regard::fuzz

using regard::fuzz::take_comparison;

extern "C" {
void __sanitizer_cov_trace_pc() {
  regard::fuzz::take_step(reinterpret_cast<uintptr_t>(__builtin_return_address(0)));
}
void __sanitizer_cov_trace_cmp1(uint8_t, uint8_t) {}
void __sanitizer_cov_trace_cmp2(uint16_t a, uint16_t b) { take_comparison(a, b, 2); }
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) { take_comparison(a, b, 4); }
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) { take_comparison(a, b, 8); }
void __sanitizer_cov_trace_const_cmp1(uint8_t, uint8_t) {}
void __sanitizer_cov_trace_const_cmp2(uint16_t a, uint16_t b) { take_comparison(a, b, 2); }
void __sanitizer_cov_trace_const_cmp4(uint32_t a, uint32_t b) { take_comparison(a, b, 4); }
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b) { take_comparison(a, b, 8); }
void __sanitizer_cov_trace_cmpf(float, float) {}
void __sanitizer_cov_trace_cmpd(double, double) {}
void __sanitizer_cov_trace_switch(uint64_t, void*) {}

/// A reader that wants a gigabyte for a small input is wrong, too.
const char* __asan_default_options() {
  return "max_allocation_size_mb=1024:handle_abort=1:detect_leaks=0:allocator_release_to_os_"
         "interval_"
         "ms=-1";
}
const char* __ubsan_default_options() { return "print_stacktrace=1"; }
}
