#include "figures/learner.h"

#include <gtest/gtest.h>

namespace regard::figures {
namespace {

// Under a gradient that stays the same each of Adam's steps is as long as its learning rate:
// 0.1 (1 + 3/4 + 2/4 + 1/4) in all, in each direction, whatever the clipping.
TEST(Learner, WalksWithALearningRateThatFallsInAStraightLine) {
  torch::nn::Module model;
  auto& weight = model.register_parameter("weight", torch::zeros({2}));
  Learner learner(model, 4, 0.1);
  for (int update = 0; update < 4; ++update) {
    learner.update((weight * torch::tensor({300.0F, -2.0F})).sum());
  }
  EXPECT_NEAR(weight[0].item<double>(), -0.25, 1e-5);
  EXPECT_NEAR(weight[1].item<double>(), 0.25, 1e-5);
}

}  // namespace
}  // namespace regard::figures
