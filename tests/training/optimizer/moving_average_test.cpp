#include "optimizer/optimizer.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"

namespace regard::train {
namespace {

NamedTensors one_weight(float value) {
  return {{"weight", torch::full({2}, value).requires_grad_()}};
}

void set(NamedTensors& weights, double value) {
  const torch::NoGradGuard no_grad;
  weights.front().second.fill_(value);
}

double value_of(const torch::Tensor& tensor) { return tensor[0].item<double>(); }

TEST(MovingAverage, FollowsItsFormula) {
  constexpr double kSinglePrecision = 1e-6;
  auto weights = one_weight(1.0F);
  MovingAverage average(weights, 0.5);
  double expected = 1.0;
  for (int64_t step = 1; step <= 20; ++step) {
    set(weights, static_cast<double>(step % 3));
    average.update(step);
    const auto now = static_cast<double>(step);
    const double decay = std::min(0.5, (1.0 + now) / (10.0 + now));
    expected = decay * expected + (1.0 - decay) * static_cast<double>(step % 3);
    EXPECT_NEAR(value_of(average.state().front().second), expected, kSinglePrecision) << step;
  }
}

TEST(MovingAverage, StandsInForTheWeightsAndGivesThemBack) {
  auto weights = one_weight(1.0F);
  MovingAverage average(weights, 0.9);
  set(weights, 5.0);
  {
    const AveragedWeights averaged(average);
    EXPECT_EQ(value_of(weights.front().second), 1.0);
  }
  EXPECT_EQ(value_of(weights.front().second), 5.0);
  EXPECT_EQ(value_of(average.state().front().second), 1.0);
}

TEST(MovingAverage, WithoutDecayIsNone) {
  auto weights = one_weight(1.0F);
  MovingAverage average(weights, 0.0);
  average.update(1);
  const AveragedWeights averaged(average);
  EXPECT_EQ(value_of(weights.front().second), 1.0);
  EXPECT_TRUE(average.state().empty());
}

TEST(MovingAverage, RefusesAStateWithoutIt) {
  MovingAverage average(one_weight(1.0F), 0.9);
  EXPECT_THROW(restore(average.state(), {}, "last"), Error);
}

}  // namespace
}  // namespace regard::train
