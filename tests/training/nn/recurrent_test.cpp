#include "nn/recurrent.h"

#include <torch/nn/init.h>
#include <torch/utils.h>

#include "support/golden_tensors.h"
#include "support/gradient_check.h"
#include "support/recurrent_states.h"

namespace regard::nn {
namespace {

using test::cells_of, test::hidden_of, test::state_from;

TEST(Recurrent, MatchesLibTorchsLayers) {
  for (auto& golden : test::tensor_cases("rnn_layer")) {
    SCOPED_TRACE(golden.name());
    Recurrent rnn(RecurrentOptions{.cell = ops::cell_of(test::golden_cell(golden)),
                                   .input_size = golden.option<int64_t>("input_size"),
                                   .hidden_size = golden.option<int64_t>("num_hiddens"),
                                   .layers = golden.option<int64_t>("num_layers"),
                                   .bidirectional = golden.option<bool>("bidirectional")});
    golden.load_weights(*rnn);
    ops::RecurrentState first;
    if (golden.input("h_0").defined()) first = state_from(golden.input("h_0"), golden.input("c_0"));
    const auto output = rnn(golden.input("X"), golden.input("lengths"), first);
    golden.expect_output("output", output.states);
    golden.expect_output("h_n", hidden_of(output.last));
    if (golden.has("outputs.c_n")) golden.expect_output("c_n", cells_of(output.last));
    golden.expect_gradients(rnn.get());
  }
}

struct RecurrentShape {
  ops::Cell cell;
  bool bidirectional;
  bool padded;
};

// d2l 10.1 and 10.2 (9.2 and 9.1 in Chinese): 28 letters and 32 hidden units.
TEST(Recurrent, HasTheParametersOfTheBooksCells) {
  const auto parameters_of = [](ops::Cell cell) {
    const Recurrent rnn(RecurrentOptions{.cell = cell, .input_size = 28, .hidden_size = 32});
    int64_t count = 0;
    for (const auto& parameter : rnn->parameters()) count += parameter.numel();
    return count;
  };
  const int64_t of_one_sum = 32 * (28 + 32 + 2);
  EXPECT_EQ(parameters_of(ops::Cell::rnn_tanh), of_one_sum);
  EXPECT_EQ(parameters_of(ops::Cell::gru), 3 * of_one_sum);  // two gates and a candidate
  EXPECT_EQ(parameters_of(ops::Cell::gru), 5952);
  EXPECT_EQ(parameters_of(ops::Cell::lstm), 4 * of_one_sum);  // three gates and a candidate
  EXPECT_EQ(parameters_of(ops::Cell::lstm), 7936);
}

class RecurrentOfEveryKind : public testing::TestWithParam<RecurrentShape> {};

// The loops over float32 rows and ATen's operations for all other types compute the same function.
TEST_P(RecurrentOfEveryKind, IsTheSameInSingleAndDoublePrecision) {
  const auto [cell, bidirectional, padded] = GetParam();
  torch::manual_seed(4);
  const auto input = torch::randn({5, 3, 7});
  const auto lengths = padded ? torch::tensor({5, 2, 1}) : torch::Tensor();
  Recurrent rnn(RecurrentOptions{.cell = cell,
                                 .input_size = 7,
                                 .hidden_size = 19,
                                 .layers = 2,
                                 .bidirectional = bidirectional});
  for (auto& weight : rnn->parameters()) torch::nn::init::uniform_(weight, -0.4, 0.4);
  std::vector<torch::Tensor> results;
  for (const auto type : {torch::kFloat, torch::kDouble}) {
    rnn->to(type);
    rnn->zero_grad();
    const auto x = input.to(type, false, true).requires_grad_();
    const auto output = rnn(x, lengths);
    (output.states.pow(2).sum() + output.last.back().hidden.sum()).backward();
    std::vector<torch::Tensor> found{output.states.flatten(), x.grad().flatten()};
    for (const auto& weight : rnn->parameters()) found.push_back(weight.grad().flatten());
    results.push_back(torch::cat(found));
  }
  EXPECT_TRUE(test::tensors_near(results[0], results[1], 1e-5));
}

TEST_P(RecurrentOfEveryKind, HasTheGradientsOfFiniteDifferences) {
  const auto [cell, bidirectional, padded] = GetParam();
  torch::manual_seed(7);
  Recurrent rnn(RecurrentOptions{.cell = cell,
                                 .input_size = 2,
                                 .hidden_size = 3,
                                 .layers = 2,
                                 .bidirectional = bidirectional});
  for (auto& weight : rnn->parameters()) torch::nn::init::uniform_(weight, -0.5, 0.5);
  const auto input = torch::randn({3, 2, 2}, torch::dtype(torch::kDouble).requires_grad(true));
  const auto lengths = padded ? torch::tensor({3, 1}) : torch::Tensor();
  test::expect_gradients_match(
      *rnn,
      [&](const auto& inputs) {
        const auto output = rnn(inputs[0], lengths);
        return torch::cat({output.states.flatten(), hidden_of(output.last).flatten()});
      },
      {input});
}

TEST_P(RecurrentOfEveryKind, TreatsEachRowAsIfItWereAlone) {
  const auto [cell, bidirectional, padded] = GetParam();
  torch::manual_seed(8);
  Recurrent rnn(RecurrentOptions{.cell = cell,
                                 .input_size = 3,
                                 .hidden_size = 4,
                                 .layers = 2,
                                 .bidirectional = bidirectional});
  for (auto& weight : rnn->parameters()) torch::nn::init::uniform_(weight, -0.5, 0.5);
  const auto input = torch::randn({5, 3, 3});
  const std::vector<int64_t> lengths =
      padded ? std::vector<int64_t>{5, 2, 1} : std::vector<int64_t>{5, 5, 5};
  const auto together = rnn(input, torch::tensor(lengths));
  for (int64_t row = 0; row < 3; ++row) {
    const int64_t length = lengths[static_cast<size_t>(row)];
    const auto alone = rnn(input.narrow(1, row, 1).narrow(0, 0, length));
    EXPECT_TRUE(test::tensors_near(together.states.narrow(1, row, 1).narrow(0, 0, length),
                                   alone.states, 1e-6));
    EXPECT_TRUE(test::tensors_near(hidden_of(together.last).narrow(1, row, 1),
                                   hidden_of(alone.last), 1e-6));
  }
}

INSTANTIATE_TEST_SUITE_P(Cells, RecurrentOfEveryKind,
                         testing::Values(RecurrentShape{ops::Cell::gru, false, true},
                                         RecurrentShape{ops::Cell::gru, true, true},
                                         RecurrentShape{ops::Cell::lstm, false, false},
                                         RecurrentShape{ops::Cell::lstm, true, true},
                                         RecurrentShape{ops::Cell::rnn_tanh, true, true},
                                         RecurrentShape{ops::Cell::rnn_relu, true, false}));

TEST(Recurrent, SteppedIsTheSameAsRun) {
  torch::manual_seed(5);
  for (const auto cell : {ops::Cell::gru, ops::Cell::lstm, ops::Cell::rnn_tanh}) {
    Recurrent rnn(RecurrentOptions{.cell = cell, .input_size = 3, .hidden_size = 4, .layers = 2});
    for (auto& weight : rnn->parameters()) torch::nn::init::uniform_(weight, -0.5, 0.5);
    const auto input = torch::randn({6, 2, 3});
    const auto zeros = torch::zeros({2, 2, 4});
    auto state = state_from(zeros, zeros);
    const auto stepper = rnn->stepper();
    std::vector<torch::Tensor> states;
    for (const auto& x : input.unbind(0)) {
      state = stepper(
          torch::linear(x, rnn->weights().front().input_weight, rnn->weights().front().input_bias),
          state);
      states.push_back(state.back().hidden);
    }
    EXPECT_TRUE(test::tensors_near(torch::stack(states), rnn(input).states, 1e-6));
  }
}

TEST(Recurrent, GoesOnFromTheStateThatAPrefixLeft) {
  torch::manual_seed(9);
  for (const auto cell : {ops::Cell::gru, ops::Cell::lstm, ops::Cell::rnn_relu}) {
    Recurrent rnn(RecurrentOptions{.cell = cell, .input_size = 3, .hidden_size = 4, .layers = 2});
    for (auto& weight : rnn->parameters()) torch::nn::init::uniform_(weight, -0.5, 0.5);
    const auto input = torch::randn({6, 2, 3});
    const auto warm = rnn(input.slice(0, 0, 4)).last;
    const auto rest = rnn(input.slice(0, 4), torch::Tensor(), warm).states;
    EXPECT_TRUE(test::tensors_near(rest, rnn(input).states.slice(0, 4), 1e-6));
  }
}

TEST(Recurrent, ReadsNothingBehindTheEndOfASentence) {
  torch::manual_seed(6);
  Recurrent rnn(
      RecurrentOptions{.input_size = 3, .hidden_size = 4, .layers = 2, .bidirectional = true});
  for (auto& weight : rnn->parameters()) torch::nn::init::uniform_(weight, -0.5, 0.5);
  auto input = torch::randn({5, 2, 3});
  const auto lengths = torch::tensor({5, 2});
  const auto before = rnn(input, lengths);
  input.slice(0, 2).select(1, 1).fill_(NAN);
  const auto after = rnn(input, lengths);
  EXPECT_TRUE(after.states.equal(before.states));
  EXPECT_TRUE(hidden_of(after.last).equal(hidden_of(before.last)));
}

}  // namespace
}  // namespace regard::nn
