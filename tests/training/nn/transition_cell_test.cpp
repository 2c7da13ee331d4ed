#include "nn/transition_cell.h"

#include <gtest/gtest.h>
#include <torch/nn/modules/rnn.h>

#include "nn/mask.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

constexpr double kCellTolerance = 1e-6;
constexpr int64_t kCellInputs = 3, kCellSize = 5;

class TransitionCellOf : public testing::TestWithParam<bool> {
 protected:
  TransitionCellOf() {
    torch::manual_seed(5);
    x_ = torch::randn({2, kCellInputs});
    h_ = torch::randn({2, kCellSize});
  }
  static void fill(const torch::nn::Module& module) {
    const torch::NoGradGuard no_grad;
    for (auto& parameter : module.parameters()) parameter.normal_();
  }

  torch::Tensor x_, h_;
};

TEST_P(TransitionCellOf, LibTorchHasItsEquations) {
  const torch::NoGradGuard no_grad;
  const bool on_state = GetParam();
  TransitionCell cell(
      TransitionCellOptions{.inputs = kCellInputs, .size = kCellSize, .bias_on_state = on_state});
  fill(*cell);
  const auto weights = cell->named_parameters();
  torch::nn::GRUCell theirs(kCellInputs, kCellSize);
  theirs->weight_ih.copy_(weights["W.weight"]);
  theirs->weight_hh.copy_(weights["U.weight"]);
  theirs->bias_ih.zero_();
  theirs->bias_hh.zero_();
  (on_state ? theirs->bias_hh : theirs->bias_ih).copy_(weights[on_state ? "U.bias" : "W.bias"]);
  EXPECT_TRUE(
      test::tensors_near(cell->step(cell->input_gates(x_), h_), theirs(x_, h_), kCellTolerance));
}

TEST_P(TransitionCellOf, ReadsZerosWithoutInput) {
  const torch::NoGradGuard no_grad;
  const bool on_state = GetParam();
  TransitionCell cell(TransitionCellOptions{
      .inputs = 0, .size = kCellSize, .normalized = true, .bias_on_state = on_state});
  TransitionCell reader(TransitionCellOptions{
      .inputs = kCellInputs, .size = kCellSize, .normalized = true, .bias_on_state = on_state});
  fill(*cell);
  fill(*reader);
  const auto from = cell->named_parameters();
  auto to = reader->named_parameters();
  for (const char* name : {"U.weight", "U.gain"}) to[name].copy_(from[name]);
  const char* bias = on_state ? "U.bias" : "bias";
  to[on_state ? "U.bias" : "W.bias"].copy_(from[bias]);
  const auto zeros = torch::zeros_like(x_);
  EXPECT_TRUE(test::tensors_near(cell->step(h_), reader->step(reader->input_gates(zeros), h_),
                                 kCellTolerance));
}

INSTANTIATE_TEST_SUITE_P(BiasOnState, TransitionCellOf, testing::Bool());

TEST(NormedLinear, NormalizesItsOutputsBeforeItsBias) {
  const torch::NoGradGuard no_grad;
  torch::manual_seed(6);
  NormedLinear layer(
      NormedLinearOptions{.inputs = kCellInputs, .outputs = kCellSize, .normalized = true});
  for (auto& parameter : layer->parameters()) parameter.normal_();
  const auto x = torch::randn({4, kCellInputs});
  const auto product = x.matmul(layer->weight.t());
  const auto centered = product - product.mean(1, true);
  const auto expected =
      layer->gain * centered / centered.square().mean(1, true).sqrt() + layer->bias;
  EXPECT_TRUE(test::tensors_near(layer(x), expected, 1e-5));
}

TEST(TransitionLayer, KeepsItsStateAtPaddingInEitherDirection) {
  const torch::NoGradGuard no_grad;
  torch::manual_seed(7);
  TransitionLayer layer(
      TransitionLayerOptions{.inputs = kCellInputs, .size = kCellSize, .cells = 2});
  for (auto& parameter : layer->parameters()) parameter.normal_();
  const auto x = torch::randn({6, 1, kCellInputs});
  const auto mask = length_mask(torch::tensor({4}), 6).t().unsqueeze(-1);
  const auto whole = torch::ones({4, 1, 1}, torch::kBool);
  for (const bool backward : {false, true}) {
    const auto padded = layer->forward(x, mask, backward);
    const auto alone = layer->forward(x.narrow(0, 0, 4), whole, backward);
    EXPECT_TRUE(test::tensors_near(padded.narrow(0, 0, 4), alone, kCellTolerance)) << backward;
  }
}

}  // namespace
}  // namespace regard::nn
