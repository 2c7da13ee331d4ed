#include "trainer/trainer_step.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <optional>

namespace regard::train {
namespace {

using config::Precision;

std::optional<torch::ScalarType> type_on(torch::Device device, Precision precision) {
  const ProductPrecision products(precision, device);
  return ops::rounded_type();
}

TEST(ProductPrecision, RoundsAsItIsNamed) {
  EXPECT_EQ(type_on(torch::kCUDA, Precision::float32), std::nullopt);
  EXPECT_EQ(type_on(torch::kCUDA, Precision::bf16), torch::kBFloat16);
  EXPECT_EQ(type_on(torch::kCUDA, Precision::fp16), torch::kHalf);
  EXPECT_EQ(type_on(torch::kCPU, Precision::float32), std::nullopt);
  EXPECT_EQ(type_on(torch::kCPU, Precision::fp16), torch::kHalf);
}

TEST(ProductPrecision, RoundsToBfloat16OnACpuOnlyWhereItHasInstructionsForThat) {
#if defined(__x86_64__)
  const bool has_them = __builtin_cpu_supports("avx512bf16");
#else
  const bool has_them = false;
#endif
  EXPECT_EQ(type_on(torch::kCPU, Precision::bf16),
            has_them ? std::optional(torch::kBFloat16) : std::nullopt);
}

TEST(ProductPrecision, EndsWithItsScope) {
  type_on(torch::kCUDA, Precision::bf16);
  EXPECT_EQ(ops::rounded_type(), std::nullopt);
}

}  // namespace
}  // namespace regard::train
