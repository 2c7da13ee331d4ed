#ifdef REGARD_READERS_HEADER
#include "nn/rms_norm.h"
#else
#include "exercises/solutions/rms_norm.h"
#endif

#include <torch/nn/modules/normalization.h>

#include "exercises/readers_header.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(RmsNorm, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("rms_norm");
#else
  test::skip_for_want_of("rms_norm");
#endif
}

RmsNorm small_rms_norm(double epsilon) {
  torch::manual_seed(1);
  RmsNorm norm(RmsNormOptions{.size = 6, .epsilon = epsilon});
  norm->to(torch::kDouble);
  return norm;
}

// (1, 7) has a mean square of 25, whose root is 5.
TEST(RmsNorm, IsTheQuotientWorkedByHand) {
  const torch::NoGradGuard no_grad;
  RmsNorm norm(RmsNormOptions{.size = 2, .epsilon = 0});
  EXPECT_TRUE(test::tensors_near(norm(torch::tensor({1.0, 7.0})), torch::tensor({0.2, 1.4}), 1e-6));
  norm->g.copy_(torch::tensor({10.0, -1.0}));
  EXPECT_TRUE(
      test::tensors_near(norm(torch::tensor({1.0, 7.0})), torch::tensor({2.0, -1.4}), 1e-6));
}

TEST(RmsNorm, GivesRowsAMeanSquareOfOne) {
  const torch::NoGradGuard no_grad;
  const auto y = small_rms_norm(0)(3 + torch::randn({4, 5, 6}, torch::kDouble));
  EXPECT_TRUE(test::tensors_near(y.square().mean(-1), torch::ones({4, 5}, torch::kDouble), 1e-12));
}

TEST(RmsNorm, DoesNotSeeTheScaleOfARowButItsShift) {
  const torch::NoGradGuard no_grad;
  auto norm = small_rms_norm(0);
  const auto x = torch::randn({4, 6}, torch::kDouble);
  EXPECT_TRUE(test::tensors_near(norm(1000 * x), norm(x), 1e-12));
  EXPECT_FALSE(norm(x + 1).allclose(norm(x))) << "layer normalization is what ignores a shift";
}

TEST(RmsNorm, OfRowsWithoutAMeanIsLayerNormalization) {
  const torch::NoGradGuard no_grad;
  const auto x = torch::randn({4, 6}, torch::kDouble);
  const auto centred = x - x.mean(-1, true);
  torch::nn::LayerNorm layer_norm(torch::nn::LayerNormOptions({6}).eps(1e-5));
  layer_norm->to(torch::kDouble);
  EXPECT_TRUE(test::tensors_near(small_rms_norm(1e-5)(centred), layer_norm(centred), 1e-12));
}

TEST(RmsNorm, LeavesARowOfZerosAtZero) {
  const torch::NoGradGuard no_grad;
  const auto zeros = torch::zeros({6}, torch::kDouble);
  EXPECT_TRUE(small_rms_norm(1e-5)(zeros).equal(zeros));
}

TEST(RmsNorm, HasTheGradientsOfFiniteDifferences) {
  auto norm = small_rms_norm(1e-5);
  test::expect_gradients_match(
      *norm, [&](const auto& inputs) { return norm(inputs[0]); },
      {torch::randn({3, 6}, torch::dtype(torch::kDouble).requires_grad(true))});
}

}  // namespace
}  // namespace regard::nn
