#include "trainer/batch_fit.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "ops/bodies.h"

namespace regard::train {
namespace {

TEST(ProductRate, IsWhatAProcessorCanDo) {
  const double rate =
      measure_product_rate(torch::kCPU, {.rows = 256, .inner = 256, .columns = 256});
  EXPECT_GT(rate, 1e7);
  EXPECT_LT(rate, 1e15);
}

TEST(FasterPrecision, LeavesPrecisionAndRandomNumbersAsTheyWere) {
  torch::manual_seed(1);
  const auto expected = torch::rand({1}).item<float>();
  torch::manual_seed(1);
  const auto chosen = faster_precision(torch::kCPU);
  EXPECT_TRUE(chosen == config::Precision::float32 || chosen == config::Precision::bf16)
      << name_of(chosen);
  EXPECT_EQ(torch::rand({1}).item<float>(), expected);
  EXPECT_FALSE(ops::rounded_type());
}

}  // namespace
}  // namespace regard::train
