#ifdef REGARD_READERS_HEADER
#include "nn/sparsemax.h"
#else
#include "exercises/solutions/sparsemax.h"
#endif

#include "exercises/readers_header.h"
#include "nn/mask.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(Sparsemax, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("sparsemax");
#else
  test::skip_for_want_of("sparsemax");
#endif
}

torch::Tensor random_scores(torch::IntArrayRef sizes) {
  torch::manual_seed(1);
  return 2 * torch::randn(sizes, torch::kDouble);
}

// The two largest stay: tau = (1 + 0.8 - 1) / 2 = 0.4. With a lead of 1 or more, only one stays.
TEST(Sparsemax, IsTheCaseWorkedByHand) {
  const auto scores =
      torch::tensor({{0.1, 1.0, 0.8}, {3.0, 2.0, 0.0}, {5.0, 5.0, 5.0}}, torch::kDouble);
  const auto wanted = torch::tensor({{0.0, 0.6, 0.4}, {1.0, 0.0, 0.0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}},
                                    torch::kDouble);
  EXPECT_TRUE(test::tensors_near(sparsemax(scores), wanted, 1e-12));
}

// The sum of max(z_i - tau, 0) falls as tau rises, so bisection finds the tau for a sum of 1.
TEST(Sparsemax, EqualsASearchForItsThreshold) {
  const auto scores = random_scores({20, 7});
  const auto found = sparsemax(scores);
  for (int64_t row = 0; row < 20; ++row) {
    double low = scores[row].min().item<double>() - 1, high = scores[row].max().item<double>();
    for (int halving = 0; halving < 60; ++halving) {
      const double tau = (low + high) / 2;
      const bool too_low = (scores[row] - tau).clamp_min(0).sum().item<double>() > 1;
      (too_low ? low : high) = tau;
    }
    EXPECT_TRUE(test::tensors_near(found[row], (scores[row] - low).clamp_min(0), 1e-12));
  }
}

TEST(Sparsemax, IsTheNearestPointOfTheSimplex) {
  const auto scores = random_scores({7});
  const auto nearest = (sparsemax(scores) - scores).norm();
  const auto others = torch::randn({1000, 7}, torch::kDouble).softmax(-1);
  EXPECT_TRUE(((others - scores).norm(2, -1) > nearest).all().item<bool>());
}

TEST(Sparsemax, GivesWeightsThatSumToOneAndManyThatAreExactlyZero) {
  const auto weights = sparsemax(random_scores({50, 10}));
  EXPECT_TRUE((weights >= 0).all().item<bool>());
  EXPECT_TRUE(test::tensors_near(weights.sum(-1), torch::ones(50, torch::kDouble), 1e-12));
  EXPECT_GT((weights == 0).sum().item<int64_t>(), 250);  // softmax has no zeros
}

TEST(Sparsemax, DoesNotSeeWhatIsAddedToAllScores) {
  const auto scores = random_scores({5, 6});
  EXPECT_TRUE(test::tensors_near(sparsemax(scores + 100), sparsemax(scores), 1e-12));
}

TEST(Sparsemax, GivesMaskedKeysNothingAndTheOthersWhatTheyHaveAlone) {
  const auto scores = random_scores({4, 6});
  const auto weights = sparsemax(scores, length_mask(torch::tensor({4}), 6));
  EXPECT_TRUE(weights.slice(1, 4).equal(torch::zeros({4, 2}, torch::kDouble)));
  EXPECT_TRUE(test::tensors_near(weights.slice(1, 0, 4), sparsemax(scores.slice(1, 0, 4)), 1e-12));
}

TEST(Sparsemax, HasTheGradientsOfFiniteDifferences) {
  test::expect_gradients_match([](const auto& inputs) { return sparsemax(inputs[0]); },
                               {random_scores({4, 5}).requires_grad_()});
}

}  // namespace
}  // namespace regard::nn
