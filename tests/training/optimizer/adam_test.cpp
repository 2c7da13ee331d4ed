#include "optimizer/optimizer.h"

#include <gtest/gtest.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>

#include "regard/base/error.h"

namespace regard::train {
namespace {

/// Gradients as they occur in training: different at each step, the same for both optimizers.
torch::Tensor gradient(int64_t step, at::IntArrayRef shape) {
  torch::manual_seed(static_cast<uint64_t>(step));
  return torch::randn(shape) * (step == 2 ? 1e-3 : 1.0);
}

/// Compares three steps of our optimizer with three of LibTorch's.
template <class Reference, class ReferenceOptions>
void expect_the_same_weights(const config::OptimizerOptions& options,
                             const ReferenceOptions& reference_options) {
  constexpr double kTolerance = 1e-6;  // the fused operator multiplies in a different order
  torch::manual_seed(7);
  auto ours = torch::randn({4, 3}).requires_grad_();
  auto theirs = ours.detach().clone().requires_grad_();
  Adam adam({{"weight", ours}}, options);
  Reference reference(std::vector<torch::Tensor>{theirs}, reference_options);
  for (int64_t step = 1; step <= 3; ++step) {
    ours.mutable_grad() = gradient(step, ours.sizes());
    theirs.mutable_grad() = gradient(step, ours.sizes());
    adam.step(0.005);
    reference.step();
    EXPECT_TRUE(torch::allclose(ours, theirs, kTolerance, kTolerance)) << "step " << step;
  }
}

TEST(Adam, IsLibTorchs) {
  expect_the_same_weights<torch::optim::Adam>(
      {.beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8},
      torch::optim::AdamOptions(0.005).betas({0.9, 0.999}).eps(1e-8));
}

TEST(Adam, WithWeightDecayIsLibTorchs) {
  expect_the_same_weights<torch::optim::Adam>(
      {.beta1 = 0.9, .beta2 = 0.98, .epsilon = 1e-9, .weight_decay = 0.1},
      torch::optim::AdamOptions(0.005).betas({0.9, 0.98}).eps(1e-9).weight_decay(0.1));
}

TEST(Adam, DecoupledIsLibTorchsAdamW) {
  expect_the_same_weights<torch::optim::AdamW>(
      {.optimizer = config::OptimizerKind::adamw,
       .beta1 = 0.9,
       .beta2 = 0.999,
       .epsilon = 1e-8,
       .weight_decay = 0.1},
      torch::optim::AdamWOptions(0.005).betas({0.9, 0.999}).eps(1e-8).weight_decay(0.1));
}

TEST(Adam, RefusesAStateOfAnotherShape) {
  Adam small({{"weight", torch::zeros({2})}}, {});
  const Adam large({{"weight", torch::zeros({3})}}, {});
  std::map<std::string, torch::Tensor> state;
  for (const auto& [name, tensor] : large.state()) state.emplace(name, tensor);
  EXPECT_THROW(small.load_state(state, "last"), Error);
  EXPECT_THROW(small.load_state({}, "last"), Error);
}

}  // namespace
}  // namespace regard::train
