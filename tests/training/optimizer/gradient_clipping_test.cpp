#include "optimizer/step_size.h"

#include <gtest/gtest.h>

#include "regard/base/str.h"
#include "support/golden_tensors.h"

namespace regard::train {
namespace {

// Two gradients with a total norm of 5.
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

// PyTorch divides by norm + 1e-6, which stays within the tolerance of golden values.
TEST(GradientClipping, IsTheBooksAndPyTorchs) {
  for (auto& golden : test::tensor_cases("clip")) {
    SCOPED_TRACE(golden.name());
    std::vector<torch::Tensor> clipped;
    for (const auto* name : {"g0", "g1", "g2"}) clipped.push_back(golden.input(name).clone());
    const double norm = clip_gradients(clipped, golden.option<double>("theta"));
    golden.expect_output("norm", torch::tensor(norm, torch::kDouble));
    for (size_t i = 0; i < clipped.size(); ++i) {
      golden.expect_output(str("g", i, "_book"), clipped[i]);
      golden.expect_output(str("g", i, "_torch"), clipped[i]);
    }
  }
}

}  // namespace
}  // namespace regard::train
