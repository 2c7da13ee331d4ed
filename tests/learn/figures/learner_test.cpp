#include "figures/learner.h"

#include <gtest/gtest.h>

namespace regard::figures {
namespace {

// With a constant gradient, each of Adam's steps is as long as its learning rate:
// 0.1 (1 + 3/4 + 2/4 + 1/4) in total, in each dimension, regardless of clipping.
TEST(Learner, WalksWithALearningRateThatFallsInAStraightLine) {
  torch::nn::Module model;
  auto& weight = model.register_parameter("weight", torch::zeros({2}));
  Learner learner(model, {.updates = 4, .learning_rate = 0.1});
  for (int update = 0; update < 4; ++update) {
    learner.update((weight * torch::tensor({300.0F, -2.0F})).sum());
  }
  EXPECT_NEAR(weight[0].item<double>(), -0.25, 1e-5);
  EXPECT_NEAR(weight[1].item<double>(), 0.25, 1e-5);
}

TEST(Learner, RateRisesThenFalls) {
  const LearnerOptions options{.updates = 10, .learning_rate = 1, .warmup = 4};
  std::vector<double> rates;
  for (int64_t done = 0; done < 10; ++done) rates.push_back(learning_rate(options, done));
  const std::vector<double> expected = {0.25, 0.5, 0.75, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1};
  for (size_t i = 0; i < rates.size(); ++i) EXPECT_NEAR(rates[i], expected[i], 1e-12) << i;
}

TEST(Learner, KeepsItsRateWithoutDecay) {
  EXPECT_EQ(learning_rate({.updates = 10, .learning_rate = 0.3, .decay = false}, 9), 0.3);
}

}  // namespace
}  // namespace regard::figures
