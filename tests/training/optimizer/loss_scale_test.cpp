#include "optimizer/step_size.h"

#include <gtest/gtest.h>

namespace regard::train {
namespace {

TEST(LossScale, IsOneUnlessPrecisionIsFp16) {
  for (const auto precision : {config::Precision::float32, config::Precision::bf16}) {
    auto scale = LossScale::of_precision(precision);
    EXPECT_EQ(scale.factor, 1);
    for (int i = 0; i < 5000; ++i) scale.step_taken();
    EXPECT_EQ(scale.factor, 1);
    EXPECT_FALSE(scale.shrink());
  }
}

TEST(LossScale, DoublesAfterTwoThousandStepsAndHalvesAfterAnOverflow) {
  auto scale = LossScale::of_precision(config::Precision::fp16);
  EXPECT_EQ(scale.factor, 65536);
  for (int i = 0; i < 1999; ++i) scale.step_taken();
  EXPECT_EQ(scale.factor, 65536);
  scale.step_taken();
  EXPECT_EQ(scale.factor, 131072);
  EXPECT_TRUE(scale.shrink());
  EXPECT_EQ(scale.factor, 65536);
  for (int i = 0; i < 1999; ++i) scale.step_taken();
  EXPECT_EQ(scale.factor, 65536) << "counts anew after it changed";
}

TEST(LossScale, EndsAtOne) {
  auto scale = LossScale::of_precision(config::Precision::fp16);
  int halvings = 0;
  while (scale.shrink()) ++halvings;
  EXPECT_EQ(halvings, 16);
  EXPECT_EQ(scale.factor, 1);
}

}  // namespace
}  // namespace regard::train
