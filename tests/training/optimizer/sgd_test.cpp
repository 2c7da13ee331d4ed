#include "optimizer/optimizer.h"

#include <gtest/gtest.h>
#include <torch/optim/sgd.h>

namespace regard::train {
namespace {

TEST(Sgd, WithMomentumAndWeightDecayIsLibTorchs) {
  constexpr double kTolerance = 1e-6;  // sums in a different order
  torch::manual_seed(7);
  auto ours = torch::randn({4, 3}).requires_grad_();
  auto theirs = ours.detach().clone().requires_grad_();
  Sgd sgd({{"weight", ours}}, {.momentum = 0.9, .weight_decay = 0.1});
  torch::optim::SGD reference(std::vector<torch::Tensor>{theirs},
                              torch::optim::SGDOptions(0.05).momentum(0.9).weight_decay(0.1));
  for (int step = 1; step <= 3; ++step) {
    const auto gradient = torch::randn({4, 3});
    ours.mutable_grad() = gradient;
    theirs.mutable_grad() = gradient.clone();
    sgd.step(0.05);
    reference.step();
    EXPECT_TRUE(torch::allclose(ours, theirs, kTolerance, kTolerance)) << "step " << step;
    EXPECT_TRUE(ours.grad().equal(gradient)) << "the gradient is changed";
  }
}

TEST(Sgd, WithoutMomentumKeepsNoState) {
  const Sgd sgd({{"weight", torch::zeros({2})}}, {});
  EXPECT_TRUE(sgd.state().empty());
}

}  // namespace
}  // namespace regard::train
