#include "lessons/kernel_regression.h"

#include <torch/utils.h>

#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(KernelRegression, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("nadaraya_watson")) {
    SCOPED_TRACE(golden.name());
    const auto keys = golden.input("x_train"), values = golden.input("y_train");
    const auto queries = golden.input("x_test");
    golden.expect_output("y_hat_average", average_pooling(queries, values).context);
    const auto gaussian = gaussian_pooling(queries, keys, values);
    golden.expect_output("y_hat_gaussian", gaussian.context);
    golden.expect_output("attention_gaussian", gaussian.weights);

    KernelRegression regression(golden.option<double>("w0"));
    const auto history = learn_width(regression, keys, values, golden.option<int64_t>("epochs"),
                                     golden.option<double>("lr"));
    golden.expect_output("losses", torch::tensor(history.losses, torch::kFloat));
    golden.expect_output("w_after_step", torch::tensor(history.w, torch::kFloat));
    const auto learned = regression(queries, keys, values);
    golden.expect_output("y_hat_parametric", learned.context);
    golden.expect_output("attention_parametric", learned.weights);
  }
}

TEST(KernelRegression, HasTheGradientsOfFiniteDifferences) {
  torch::manual_seed(1);
  const auto mask = torch::tensor({true, true, false, true});
  std::vector<torch::Tensor> inputs;  // queries, keys, values, w
  for (const auto& size : std::vector<std::vector<int64_t>>{{3}, {4}, {4}, {}}) {
    inputs.push_back(torch::randn(size, torch::kDouble).requires_grad_());
  }
  test::expect_gradients_match(
      [&](const std::vector<torch::Tensor>& x) {
        return gaussian_pooling(x[0], x[1], x[2], x[3], mask).context;
      },
      inputs);
}

// Checks the definition, number by number.
TEST(KernelRegression, IsTheMeanOfTheValuesWeightedByTheKernel) {
  torch::manual_seed(2);
  const auto queries = torch::randn(5, torch::kDouble), keys = torch::randn(7, torch::kDouble),
             values = torch::randn(7, torch::kDouble);
  const double w = 1.7;
  const auto found =
      gaussian_pooling(queries, keys, values, torch::tensor(w, torch::kDouble)).context;
  for (int64_t q = 0; q < 5; ++q) {
    double sum = 0, norm = 0;
    for (int64_t k = 0; k < 7; ++k) {
      const double distance = queries[q].item<double>() - keys[k].item<double>();
      const double kernel = std::exp(-0.5 * distance * distance * w * w);
      sum += kernel * values[k].item<double>();
      norm += kernel;
    }
    EXPECT_NEAR(found[q].item<double>(), sum / norm, 1e-12);
  }
}

TEST(KernelRegression, BecomesTheMeanWhereTheKernelIsWideAndTheNearestValueWhereItIsNarrow) {
  const auto queries = torch::tensor({0.4, 2.1}), keys = torch::tensor({0.0, 1.0, 2.0});
  const auto values = torch::tensor({3.0, -1.0, 7.0});
  const auto wide = gaussian_pooling(queries, keys, values, torch::tensor(1e-4));
  EXPECT_TRUE(test::tensors_near(wide.context, average_pooling(queries, values).context, 1e-6));
  const auto narrow = gaussian_pooling(queries, keys, values, torch::tensor(1e2));
  EXPECT_TRUE(test::tensors_near(narrow.context, torch::tensor({3.0, 7.0}), 1e-6));
}

TEST(KernelRegression, ReadsNothingThatIsMasked) {
  torch::manual_seed(3);
  const auto queries = torch::randn(4);
  auto keys = torch::randn(6), values = torch::randn(6);
  const auto mask = torch::tensor({true, true, false, true, false, true});
  KernelRegression regression(2.0);
  const auto before = regression(queries, keys, values, mask);
  keys.masked_fill_(mask.logical_not(), 0.1);
  values.masked_fill_(mask.logical_not(), 1e30);
  const auto after = regression(queries, keys, values, mask);
  EXPECT_TRUE(after.context.equal(before.context));
  EXPECT_TRUE(after.weights.equal(before.weights));
}

TEST(KernelRegression, AnswersAQueryAloneAsAmongOthers) {
  torch::manual_seed(4);
  const auto queries = torch::randn(4), keys = torch::randn(6), values = torch::randn(6);
  const auto together = gaussian_pooling(queries, keys, values);
  const auto alone = gaussian_pooling(queries.narrow(0, 2, 1), keys, values);
  EXPECT_TRUE(test::tensors_near(alone.context, together.context.narrow(0, 2, 1), 1e-6));
  EXPECT_TRUE(test::tensors_near(alone.weights, together.weights.narrow(0, 2, 1), 1e-6));
}

// Each of two points is predicted only from the other, regardless of the width.
TEST(LearnWidth, LeavesThePointItselfOut) {
  KernelRegression regression(5.0);
  const auto history =
      learn_width(regression, torch::tensor({0.0, 1.0}), torch::tensor({2.0, 5.0}), 2, 0.1);
  EXPECT_EQ(history.losses, (std::vector<double>{18, 18}));
  EXPECT_EQ(history.w, (std::vector<double>{5, 5}));
}

// d2l 11.1 (10.1 in Chinese) shows this map: queries equal to the keys, each far from the others.
TEST(GaussianPooling, OfNarrowKernelsIsTheIdentity) {
  const auto keys = torch::arange(10, torch::kDouble);
  const auto attended = gaussian_pooling(keys, keys, keys, torch::tensor(10.0));
  EXPECT_TRUE(test::tensors_near(attended.weights, torch::eye(10, torch::kDouble), 1e-12));
  EXPECT_TRUE(test::tensors_near(attended.context, keys, 1e-12));
}

}  // namespace
}  // namespace regard::nn
