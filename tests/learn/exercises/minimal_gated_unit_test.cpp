#ifdef REGARD_READERS_HEADER
#include "nn/minimal_gated_unit.h"
#else
#include "exercises/solutions/minimal_gated_unit.h"
#endif

#include <cmath>

#include "exercises/readers_header.h"
#include "nn/recurrent.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(MinimalGatedUnit, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("minimal_gated_unit");
#else
  test::skip_for_want_of("minimal_gated_unit");
#endif
}

MinimalGatedUnit small_minimal_gated_unit() {
  torch::manual_seed(1);
  MinimalGatedUnit unit(MinimalGatedUnitOptions{.input_size = 2, .hidden_size = 3});
  unit->to(torch::kDouble);
  return unit;
}

// A gate of sigmoid(0) = 1/2 moves the state halfway to the candidate: from 1 to tanh(x + 1/2).
TEST(MinimalGatedUnit, IsTheStepWorkedByHand) {
  const torch::NoGradGuard no_grad;
  MinimalGatedUnit unit(MinimalGatedUnitOptions{.input_size = 1, .hidden_size = 1});
  for (const auto& parameter : unit->parameters()) parameter.zero_();
  unit->W_xh->weight.fill_(1), unit->W_hh->weight.fill_(1);
  const auto states = unit(torch::full({1, 1, 1}, 0.3), torch::ones({1, 1}));
  EXPECT_NEAR(states.item<double>(), 0.5 + 0.5 * std::tanh(0.3 + 0.5), 1e-6);
}

TEST(MinimalGatedUnit, EqualsALoopOverItsUnits) {
  const torch::NoGradGuard no_grad;
  auto unit = small_minimal_gated_unit();
  const auto input = torch::randn({4, 1, 2}, torch::kDouble);
  const auto states = unit(input);
  ASSERT_EQ(states.sizes(), (std::vector<int64_t>{4, 1, 3}));
  auto h = torch::zeros(3, torch::kDouble);
  const auto sum = [](const Linear& of_x, const Linear& of_h, int64_t j, const torch::Tensor& x,
                      const torch::Tensor& state) {
    return (of_x->weight[j].dot(x) + of_x->bias[j] + of_h->weight[j].dot(state)).item<double>();
  };
  for (int64_t step = 0; step < 4; ++step) {
    const auto x = input[step][0], before = h.clone();
    auto gate = torch::zeros(3, torch::kDouble);
    for (int64_t j = 0; j < 3; ++j)
      gate[j] = 1 / (1 + std::exp(-sum(unit->W_xf, unit->W_hf, j, x, before)));
    for (int64_t j = 0; j < 3; ++j) {
      const double candidate = std::tanh(sum(unit->W_xh, unit->W_hh, j, x, gate * before));
      h[j] = (1 - gate[j]) * before[j] + gate[j] * candidate;
    }
    EXPECT_TRUE(test::tensors_near(states[step][0], h, 1e-12));
  }
}

// A GRU that resets before the product, with R = F and Z = 1 - F, which follows from negated
// weights.
TEST(MinimalGatedUnit, IsAGruWhoseTwoGatesAreOne) {
  const torch::NoGradGuard no_grad;
  auto unit = small_minimal_gated_unit();
  Recurrent gru(
      RecurrentOptions{.cell = ops::Cell::gru_reset_before, .input_size = 2, .hidden_size = 3});
  gru->to(torch::kDouble);
  const auto rows = [](const torch::Tensor& gate, const torch::Tensor& candidate) {
    return torch::cat({gate, -gate, candidate});  // reset, update, new
  };
  const auto parameters = gru->named_parameters();
  parameters["weight_ih_l0"].copy_(rows(unit->W_xf->weight, unit->W_xh->weight));
  parameters["weight_hh_l0"].copy_(rows(unit->W_hf->weight, unit->W_hh->weight));
  parameters["bias_ih_l0"].copy_(rows(unit->W_xf->bias, unit->W_xh->bias));
  parameters["bias_hh_l0"].zero_();
  const auto input = torch::randn({5, 2, 2}, torch::kDouble);
  EXPECT_TRUE(test::tensors_near(unit(input), gru(input).states, 1e-12));
}

TEST(MinimalGatedUnit, GoesOnFromTheStateItIsGiven) {
  const torch::NoGradGuard no_grad;
  auto unit = small_minimal_gated_unit();
  const auto input = torch::randn({6, 2, 2}, torch::kDouble);
  const auto first = unit(input.slice(0, 0, 4)), rest = unit(input.slice(0, 4), first[3]);
  EXPECT_TRUE(test::tensors_near(torch::cat({first, rest}), unit(input), 1e-12));
}

// It has two of a GRU's three sets of weights: 2 (x h + h h + h).
TEST(MinimalGatedUnit, HasTwoThirdsOfTheParametersOfAGru) {
  int64_t parameters = 0;
  for (const auto& parameter : small_minimal_gated_unit()->parameters())
    parameters += parameter.numel();
  EXPECT_EQ(parameters, 2 * (2 * 3 + 3 * 3 + 3));
}

TEST(MinimalGatedUnit, HasTheGradientsOfFiniteDifferences) {
  auto unit = small_minimal_gated_unit();
  const auto variable = torch::dtype(torch::kDouble).requires_grad(true);
  test::expect_gradients_match(*unit,
                               [&](const auto& inputs) { return unit(inputs[0], inputs[1]); },
                               {torch::randn({3, 2, 2}, variable), torch::randn({2, 3}, variable)});
}

}  // namespace
}  // namespace regard::nn
