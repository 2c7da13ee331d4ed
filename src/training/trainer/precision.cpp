#include "trainer/precision.h"

namespace regard::train {

namespace {

bool has_bfloat16(torch::Device device) {
  if (!device.is_cpu()) return true;
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("avx512bf16");  // every processor with AMX also has it
#else
  return false;
#endif
}

}  // namespace

ProductPrecision::ProductPrecision(config::Precision precision, torch::Device device,
                                   config::Bodies ops) {
  using config::Precision;
  if (precision == Precision::fp16) rounded_.emplace(torch::kHalf);
  if (precision == Precision::bf16 && has_bfloat16(device)) rounded_.emplace(torch::kBFloat16);
  if (ops == config::Bodies::plain) plain_.emplace();
}

}  // namespace regard::train
