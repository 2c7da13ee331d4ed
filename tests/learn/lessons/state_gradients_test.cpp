#include "lessons/state_gradients.h"

#include <gtest/gtest.h>
#include <torch/nn/init.h>
#include <torch/utils.h>

#include <cmath>

namespace regard::nn {
namespace {

Recurrent random_rnn(ops::Cell cell, int64_t layers) {
  Recurrent rnn(
      RecurrentOptions{.cell = cell, .input_size = 2, .hidden_size = 3, .layers = layers});
  rnn->to(torch::kDouble);
  for (auto& weight : rnn->parameters()) torch::nn::init::uniform_(weight, -0.9, 0.9);
  return rnn;
}

ops::RecurrentState random_state(const Recurrent& rnn) {
  ops::RecurrentState state;
  for (int64_t layer = 0; layer < rnn->options().layers; ++layer) {
    state.push_back({torch::randn({1, 3}, torch::kDouble), torch::randn({1, 3}, torch::kDouble)});
  }
  return state;
}

/// || d member(last of `steps`) / d member(first) || in the top layer, by central differences.
double norm_by_differences(Recurrent& rnn, const torch::Tensor& input,
                           const ops::RecurrentState& first,
                           torch::Tensor ops::CellState::*member) {
  constexpr double kStep = 1e-6;
  const auto last = [&](int64_t index, double change) {
    auto changed = first;
    changed.back().*member = (first.back().*member).clone();
    (changed.back().*member)[0][index] += change;
    return rnn->forward(input, {}, changed).last.back().*member;
  };
  double squares = 0;
  for (int64_t index = 0; index < 3; ++index) {
    const auto slope = (last(index, kStep) - last(index, -kStep)) / (2 * kStep);
    squares += slope.square().sum().item<double>();
  }
  return std::sqrt(squares);
}

TEST(StateGradientNorms, AreThoseOfFiniteDifferences) {
  torch::manual_seed(1);
  const auto input = torch::randn({6, 1, 2}, torch::kDouble);
  for (const auto cell : {ops::Cell::rnn_tanh, ops::Cell::gru, ops::Cell::lstm}) {
    for (const int64_t layers : {1, 2}) {
      auto rnn = random_rnn(cell, layers);
      const auto first = random_state(rnn);
      const auto norms = state_gradient_norms(rnn, input, first);
      ASSERT_EQ(norms.hidden.size(), 7);
      for (const int64_t steps : {1, 3, 6}) {
        const auto begin = input.narrow(0, 0, steps);
        EXPECT_NEAR(norms.hidden[steps],
                    norm_by_differences(rnn, begin, first, &ops::CellState::hidden), 1e-7);
        if (cell != ops::Cell::lstm) continue;
        EXPECT_NEAR(norms.cell[steps],
                    norm_by_differences(rnn, begin, first, &ops::CellState::cell), 1e-7);
      }
    }
  }
}

TEST(StateGradientNorms, BeginWithTheIdentity) {
  torch::manual_seed(2);
  auto rnn = random_rnn(ops::Cell::lstm, 1);
  const auto norms = state_gradient_norms(rnn, torch::randn({1, 1, 2}, torch::kDouble));
  EXPECT_DOUBLE_EQ(norms.hidden[0], std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(norms.cell[0], std::sqrt(3.0));
}

// With a ReLU that is always active, the product of the steps is a power of the matrix.
TEST(StateGradientNorms, OfALinearStepArePowersOfItsMatrix) {
  for (const double factor : {0.5, 1.0, 1.5}) {
    Recurrent rnn(RecurrentOptions{.cell = ops::Cell::rnn_relu, .input_size = 1, .hidden_size = 2});
    rnn->named_parameters()["weight_hh_l0"].set_data(factor * torch::eye(2));
    rnn->named_parameters()["bias_hh_l0"].set_data(torch::ones(2));
    const auto norms = state_gradient_norms(rnn, torch::zeros({10, 1, 1}));
    for (size_t step = 0; step <= 10; ++step) {
      const double wanted = std::sqrt(2.0) * std::pow(factor, static_cast<double>(step));
      EXPECT_NEAR(norms.hidden[step], wanted, 1e-5 * wanted);
    }
  }
}

}  // namespace
}  // namespace regard::nn
