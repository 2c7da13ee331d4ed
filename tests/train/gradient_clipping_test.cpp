#include "regard/train/gradient_clipping.h"

#include <gtest/gtest.h>

namespace regard::train {
namespace {

// Two gradients whose norm together is 5.
std::vector<torch::Tensor> gradients() {
  return {torch::tensor({3.0F}), torch::tensor({0.0F, 4.0F})};
}

TEST(GradientClipping, ScalesAllGradientsTogetherDownToTheLargestNorm) {
  auto clipped = gradients();
  EXPECT_DOUBLE_EQ(clip_gradients(clipped, 1.0), 5.0);
  EXPECT_TRUE(torch::allclose(clipped[0], torch::tensor({0.6F})));
  EXPECT_TRUE(torch::allclose(clipped[1], torch::tensor({0.0F, 0.8F})));
}

TEST(GradientClipping, LeavesSmallerGradientsAsTheyAre) {
  for (const double largest : {5.0, 100.0, 0.0}) {
    auto kept = gradients();
    EXPECT_DOUBLE_EQ(clip_gradients(kept, largest), 5.0);
    EXPECT_TRUE(kept[1].equal(gradients()[1])) << largest;
  }
}

}  // namespace
}  // namespace regard::train
