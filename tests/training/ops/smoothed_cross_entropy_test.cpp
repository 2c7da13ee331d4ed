#include "ops/cross_entropy.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include "nn/mask.h"
#include "support/golden_tensors.h"

namespace regard::ops {
namespace {

constexpr int64_t kIgnored = -100;

TEST(SmoothedCrossEntropy, MatchesTheGoldenDefinition) {
  size_t cases = 0;
  for (auto& golden : test::tensor_cases("smoothed_ce")) {
    if (golden.option<std::string>("definition") != "torch") continue;
    SCOPED_TRACE(golden.name());
    const auto loss =
        smoothed_cross_entropy(golden.input("logits"), golden.input("labels"),
                               golden.option<double>("smoothing"), golden.option<int64_t>("pad"));
    golden.expect_output("loss", loss.loss_sum / loss.tokens);
    golden.expect_output("loss_sum", loss.loss_sum);
    golden.expect_output("nll_sum", loss.nll_sum);
    golden.expect_output("num_tokens", loss.tokens);
    golden.expect_gradients();
    ++cases;
  }
  EXPECT_GT(cases, 0U);
}

TEST(SmoothedCrossEntropy, MatchesTheBooksMaskedLoss) {
  for (auto& golden : test::tensor_cases("masked_ce")) {
    SCOPED_TRACE(golden.name());
    const auto logits = golden.input("logits");
    const auto padding = nn::length_mask(golden.input("valid_len"), logits.size(1)).logical_not();
    const auto labels = golden.input("labels").masked_fill(padding, kIgnored);
    std::vector<torch::Tensor> losses;
    for (int64_t row = 0; row < logits.size(0);
         ++row) {  // one loss per sentence, averaged over all steps, padding too
      losses.push_back(smoothed_cross_entropy(logits[row], labels[row], 0.0, kIgnored).loss_sum /
                       logits.size(1));
    }
    golden.expect_output("loss", torch::stack(losses));
    const auto all = smoothed_cross_entropy(golden.input("logits"), labels, 0.0, kIgnored);
    EXPECT_TRUE(test::tensors_near(all.loss_sum / all.tokens, golden.output("loss_per_token"),
                                   golden.tol()));
    golden.expect_gradients();
  }
}

struct LabelShape {
  int64_t tokens, vocab;
  double smoothing;
};

class SmoothedCrossEntropyOf : public testing::TestWithParam<LabelShape> {};

TEST_P(SmoothedCrossEntropyOf, EqualsTorchsWithItsGradients) {
  const auto [tokens, vocab, smoothing] = GetParam();
  torch::manual_seed(11);
  const auto logits = (5 * torch::randn({tokens, vocab})).requires_grad_();
  const auto labels = torch::randint(vocab, {tokens});
  labels.slice(0, 0, -1, 3).fill_(0);  // padding
  const auto expected =
      at::cross_entropy_loss(logits, labels, {}, at::Reduction::Sum, 0, smoothing);
  const auto expected_gradient = torch::autograd::grad({expected * 0.01}, {logits})[0];
  const auto loss = smoothed_cross_entropy(logits, labels, smoothing, 0);
  EXPECT_TRUE(test::tensors_near(loss.loss_sum, expected, 1e-5));
  EXPECT_TRUE(test::tensors_near(
      loss.nll_sum, at::cross_entropy_loss(logits, labels, {}, at::Reduction::Sum, 0), 1e-5));
  EXPECT_EQ(loss.tokens.item<int64_t>(), labels.count_nonzero().item<int64_t>());
  const auto gradient = torch::autograd::grad({loss.loss_sum * 0.01}, {logits})[0];
  EXPECT_TRUE(test::tensors_near(gradient, expected_gradient, 1e-6));
}

INSTANTIATE_TEST_SUITE_P(Shapes, SmoothedCrossEntropyOf,
                         testing::Values(LabelShape{1, 2, 0.1}, LabelShape{7, 15, 0.0},
                                         LabelShape{7, 16, 0.1}, LabelShape{5, 33, 0.3},
                                         LabelShape{40, 1003, 0.1}));

TEST(SmoothedCrossEntropy, OfFarApartLogitsIsFinite) {
  const auto logits =
      torch::tensor({{1000.0F, -1000.0F, 0.0F}, {-5000.0F, 5000.0F, 0.0F}}).requires_grad_();
  const auto loss = smoothed_cross_entropy(logits, torch::tensor({0, 0}), 0.0, kIgnored);
  EXPECT_FLOAT_EQ(loss.loss_sum.item<float>(), 10000.0F);
  const auto gradient = torch::autograd::grad({loss.loss_sum}, {logits})[0];
  const auto expected = torch::tensor({{0.0F, 0.0F, 0.0F}, {-1.0F, 1.0F, 0.0F}});
  EXPECT_TRUE(test::tensors_near(gradient, expected, 1e-6));
}

TEST(SmoothedCrossEntropy, OfLogitsThatAreNotNumbersIsNotANumber) {
  const auto logits = torch::full({2, 20}, NAN);
  EXPECT_TRUE(std::isnan(
      smoothed_cross_entropy(logits, torch::tensor({1, 2}), 0.1, 0).loss_sum.item<float>()));
}

TEST(SmoothedCrossEntropy, RefusesALabelThatIsNoClass) {
  EXPECT_THROW(smoothed_cross_entropy(torch::zeros({1, 5}), torch::tensor({5}), 0.0, 0),
               c10::Error);
}

}  // namespace
}  // namespace regard::ops
