#include "nn/feed_forward.h"

#include <torch/utils.h>

#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(AddNorm, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("add_norm")) {
    SCOPED_TRACE(golden.name());
    AddNorm add_norm(AddNormOptions{.normalized_shape =
                                        golden.option<std::vector<int64_t>>("normalized_shape")});
    golden.load_weights(*add_norm);
    golden.expect_output("output", add_norm(golden.input("X"), golden.input("Y")));
    golden.expect_gradients(add_norm.get());
  }
}

TEST(AddNorm, NormalizesAsTheBookPrints) {
  for (auto& golden : test::tensor_cases("layer_norm")) {
    SCOPED_TRACE(golden.name());
    const auto x = golden.input("X");
    AddNorm add_norm(AddNormOptions{.normalized_shape = {x.size(-1)}});
    golden.load_weights(*add_norm->ln);
    golden.expect_output("output", add_norm(x, torch::zeros_like(x)));
  }
}

TEST(AddNorm, AddsEpsilonToTheVariance) {
  const auto x = torch::tensor({{-1.0, 1.0}}, torch::kDouble);  // variance 1
  AddNorm add_norm(AddNormOptions{.normalized_shape = {2}, .epsilon = 3.0});
  add_norm->to(torch::kDouble);
  EXPECT_TRUE(test::tensors_near(add_norm(x, torch::zeros_like(x)), x / 2, 1e-12));
}

TEST(AddNorm, HasTheGradientsOfFiniteDifferences) {
  torch::manual_seed(1);
  const auto x = torch::randn({2, 4}, torch::dtype(torch::kDouble).requires_grad(true));
  for (const bool pre_norm : {false, true}) {
    AddNorm add_norm(AddNormOptions{.normalized_shape = {4}, .pre_norm = pre_norm});
    test::expect_gradients_match(*add_norm,
                                 [&](const auto& inputs) {
                                   return add_norm->around(
                                       "tanh", inputs[0],
                                       [](const torch::Tensor& y) { return y.tanh(); });
                                 },
                                 {x});
  }
}

TEST(AddNorm, NormalizesTheSumOrWhatTheSublayerReads) {
  const auto x = torch::randn({2, 5});
  const auto twice = [](const torch::Tensor& y) { return 2 * y; };
  const auto normalized = [](const torch::Tensor& y) { return torch::layer_norm(y, {5}); };
  AddNorm post(AddNormOptions{.normalized_shape = {5}}),
      pre(AddNormOptions{.normalized_shape = {5}, .pre_norm = true});
  EXPECT_TRUE(test::tensors_near(post->around("twice", x, twice), normalized(3 * x), 1e-6));
  EXPECT_TRUE(test::tensors_near(pre->around("twice", x, twice), x + 2 * normalized(x), 1e-6));
}

}  // namespace
}  // namespace regard::nn
