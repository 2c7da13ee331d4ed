#include "nn/truncation.h"

#include <torch/nn/functional/loss.h>
#include <torch/nn/init.h>
#include <torch/utils.h>

#include <algorithm>

#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

constexpr double kSinglePrecision = 1e-5;

Recurrent random_network(ops::Cell cell, int64_t layers = 2) {
  Recurrent network(
      RecurrentOptions{.cell = cell, .input_size = 3, .hidden_size = 4, .layers = layers});
  torch::manual_seed(3);
  const torch::NoGradGuard no_grad;
  for (auto& weight : network->parameters()) weight.normal_(0.0, 0.5);
  return network;
}

TEST(GradientFactors, AreOneWithoutTruncation) {
  EXPECT_EQ(gradient_factors({}, 3), (std::vector<double>{1, 1, 1}));
}

TEST(GradientFactors, CutAtEachMultipleOfEvery) {
  EXPECT_EQ(gradient_factors({.mode = Truncation::truncated, .every = 3}, 7),
            (std::vector<double>{0, 1, 1, 0, 1, 1, 0}));
}

TEST(GradientFactors, AreOneInTheMeanWhenDrawnAtRandom) {
  const auto generator = torch::make_generator<torch::CPUGeneratorImpl>(5);
  const auto factors =
      gradient_factors({.mode = Truncation::random, .keep = 0.25}, 100'000, generator);
  double sum = 0;
  for (const double factor : factors) {
    EXPECT_TRUE(factor == 0.0 || factor == 4.0) << factor;
    sum += factor;
  }
  constexpr double kFiveDeviations = 5 * 1.732 / 316;  // of a mean of 100,000: sqrt(3) / sqrt(1e5)
  EXPECT_NEAR(sum / 100'000, 1.0, kFiveDeviations);
}

TEST(GradientFactors, AreTheSameAfterTheSameSeed) {
  const TruncationOptions options{.mode = Truncation::random, .keep = 0.5};
  torch::manual_seed(8);
  const auto first = gradient_factors(options, 40);
  torch::manual_seed(8);
  EXPECT_EQ(gradient_factors(options, 40), first);
  EXPECT_NE(gradient_factors(options, 40), first);
}

TEST(ScaleGradient, ChangesTheGradientAlone) {
  auto x = torch::tensor({1.5, -2.0}, torch::requires_grad());
  const auto y = scale_gradient(x, 3.0);
  EXPECT_TRUE(y.equal(x));
  y.sum().backward();
  EXPECT_TRUE(x.grad().equal(torch::full({2}, 3.0)));
  EXPECT_FALSE(scale_gradient(x, 0.0).requires_grad());
}

TEST(ForwardTruncated, GivesTheGoldenGradients) {
  namespace F = torch::nn::functional;
  for (auto& golden : test::tensor_cases("bptt_gradient")) {
    SCOPED_TRACE(golden.name());
    const auto mode = golden.option<std::string>("mode");
    const auto x = golden.input("X"), y = golden.input("Y");
    auto factors =
        gradient_factors({.mode = mode == "truncated" ? Truncation::truncated : Truncation::full,
                          .every = golden.option<int64_t>("every", 1)},
                         x.size(1));
    if (mode == "random") factors = golden.option<std::vector<double>>("xi");

    // The book multiplies rows by weights from the right; its one bias is bias_ih here.
    const auto weight = [&](const char* name) {
      return golden.tensor(std::string("weights.") + name);
    };
    const int64_t vocab = golden.option<int64_t>("vocab_size");
    Recurrent rnn(RecurrentOptions{.cell = ops::Cell::rnn_tanh,
                                   .input_size = vocab,
                                   .hidden_size = golden.option<int64_t>("num_hiddens")});
    auto parameters = rnn->named_parameters();
    {
      const torch::NoGradGuard no_grad;
      parameters["weight_ih_l0"].copy_(weight("W_xh").t());
      parameters["weight_hh_l0"].copy_(weight("W_hh").t());
      parameters["bias_ih_l0"].copy_(weight("b_h"));
    }
    auto W_hq = weight("W_hq").clone().requires_grad_(),
         b_q = weight("b_q").clone().requires_grad_();
    const auto input = torch::one_hot(x.t(), vocab).to(torch::kFloat);
    const auto output = forward_truncated(rnn, input, {}, factors);
    const auto logits = output.states.matmul(W_hq) + b_q;  // (steps, batch, vocab)
    const auto loss = F::cross_entropy(logits.flatten(0, 1), y.t().flatten());
    (loss * golden.tensor("cot.loss")).backward();

    EXPECT_TRUE(test::tensors_near(loss, golden.output("loss"), golden.tol()));
    const auto expect_gradient = [&](const char* name, const torch::Tensor& gradient) {
      const auto wanted = golden.tensor("grads.weights." + std::string(name));
      EXPECT_TRUE(test::tensors_near(gradient, wanted, golden.tol())) << name;
    };
    expect_gradient("W_xh", parameters["weight_ih_l0"].grad().t());
    expect_gradient("W_hh", parameters["weight_hh_l0"].grad().t());
    expect_gradient("b_h", parameters["bias_ih_l0"].grad());
    expect_gradient("W_hq", W_hq.grad());
    expect_gradient("b_q", b_q.grad());
  }
}

class ForwardTruncatedOf : public testing::TestWithParam<ops::Cell> {};

TEST_P(ForwardTruncatedOf, ChangesNoState) {
  auto network = random_network(GetParam());
  const auto input = torch::randn({6, 2, 3});
  const auto whole = network(input);
  const auto parts = forward_truncated(network, input, {}, std::vector<double>{1, 0, 1, 2, 2, 1});
  EXPECT_TRUE(test::tensors_near(parts.states, whole.states, kSinglePrecision));
  for (size_t layer = 0; layer < whole.last.size(); ++layer) {
    EXPECT_TRUE(
        test::tensors_near(parts.last[layer].hidden, whole.last[layer].hidden, kSinglePrecision));
  }
}

// For gradients, the last step depends only on inputs of its own segment.
TEST_P(ForwardTruncatedOf, StopsGradientsAtACut) {
  auto network = random_network(GetParam());
  const auto input = torch::randn({5, 1, 3}, torch::requires_grad());
  forward_truncated(network, input, {}, std::vector<double>{1, 1, 1, 0, 1})
      .states[4]
      .sum()
      .backward();
  const auto reached = input.grad().abs().sum({1, 2}) > 0;
  EXPECT_TRUE(reached.equal(torch::tensor({false, false, false, true, true})));
}

TEST_P(ForwardTruncatedOf, HasFullGradientsWithoutTruncation) {
  auto network = random_network(GetParam());
  const auto input = torch::randn({3, 2, 3}, torch::dtype(torch::kDouble).requires_grad(true));
  const auto run = [&](const std::vector<torch::Tensor>& inputs) {
    return forward_truncated(network, inputs[0], {}, gradient_factors({}, 3)).states;
  };
  test::expect_gradients_match(*network, run, {input});
}

std::string name_of_cell(const testing::TestParamInfo<ops::Cell>& info) {
  return info.param == ops::Cell::gru ? "gru" : info.param == ops::Cell::lstm ? "lstm" : "rnn";
}

INSTANTIATE_TEST_SUITE_P(Cells, ForwardTruncatedOf,
                         testing::Values(ops::Cell::rnn_tanh, ops::Cell::gru, ops::Cell::lstm),
                         name_of_cell);

// The point of Tallec and Ollivier: random cuts are unbiased. For two steps, the mean over all
// outcomes can be written down.
TEST(ForwardTruncated, IsRightInExpectationWhenCutAtRandom) {
  auto network = random_network(ops::Cell::rnn_tanh, 1);
  const auto input = torch::randn({2, 1, 3});
  const auto gradient = [&](std::vector<double> factors) {
    network->zero_grad();
    forward_truncated(network, input, {}, factors).states.sum().backward();
    return network->named_parameters()["weight_ih_l0"].grad().clone();
  };
  constexpr double kKeep = 0.25;
  const auto mean = (1 - kKeep) * gradient({1, 0}) + kKeep * gradient({1, 1 / kKeep});
  EXPECT_TRUE(test::tensors_near(mean, gradient({1, 1}), kSinglePrecision));
}

}  // namespace
}  // namespace regard::nn
