#ifdef REGARD_READERS_HEADER
#include "nn/alibi.h"
#else
#include "exercises/solutions/alibi.h"
#endif

#include <vector>

#include "exercises/readers_header.h"
#include "nn/mask.h"
#include "ops/head_attention.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(Alibi, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("alibi");
#else
  test::skip_for_want_of("alibi");
#endif
}

TEST(Alibi, OfEightHeadsHasTheSlopesOfThePaper) {
  const auto slopes = alibi_slopes(8, torch::kDouble);
  const std::vector<double> paper = {1 / 2.0,  1 / 4.0,  1 / 8.0,   1 / 16.0,
                                     1 / 32.0, 1 / 64.0, 1 / 128.0, 1 / 256.0};
  EXPECT_TRUE(test::tensors_near(slopes, torch::tensor(paper, torch::kDouble), 1e-12));
}

// Two heads: slopes 2^-4 and 2^-8.
TEST(Alibi, IsTheTableWorkedByHand) {
  const auto bias = alibi_bias(2, 3, 3, torch::kDouble);
  const auto distances =
      torch::tensor({{0.0, 1.0, 2.0}, {1.0, 0.0, 1.0}, {2.0, 1.0, 0.0}}, torch::kDouble);
  EXPECT_TRUE(test::tensors_near(bias, torch::stack({distances / -16, distances / -256}), 1e-12));
}

TEST(Alibi, FallsByTheSameAmountWithEachStepAway) {
  const auto bias = alibi_bias(4, 6, 6, torch::kDouble), slopes = alibi_slopes(4, torch::kDouble);
  for (int64_t head = 0; head < 4; ++head)
    for (int64_t distance = 0; distance < 6; ++distance) {
      const auto diagonal = bias[head].diagonal(-distance);
      EXPECT_TRUE(
          test::tensors_near(diagonal, (-slopes[head] * distance).expand_as(diagonal), 1e-12));
    }
}

// A decoder that continues from earlier steps needs only the last rows.
TEST(Alibi, OfTheLastQueriesIsTheEndOfTheWholeTable) {
  const auto whole = alibi_bias(4, 7, 7, torch::kDouble);
  EXPECT_TRUE(alibi_bias(4, 2, 7, torch::kDouble).equal(whole.slice(1, 5)));
}

// softmax is invariant to a constant added to a row, so m_h j works as well as -m_h (i - j).
TEST(Alibi, UnderACausalMaskNeedsThePositionOfTheKeyAlone) {
  torch::manual_seed(1);
  const auto scores = torch::randn({4, 5, 5}, torch::kDouble);
  const auto mask = causal_mask(5, 5, torch::kCPU);
  const auto by_key =
      alibi_slopes(4, torch::kDouble).view({-1, 1, 1}) * torch::arange(5, torch::kDouble);
  EXPECT_TRUE(
      test::tensors_near(ops::masked_softmax(scores + alibi_bias(4, 5, 5, torch::kDouble), mask),
                         ops::masked_softmax(scores + by_key, mask), 1e-12));
}

TEST(Alibi, LeavesTheGradientsOfTheScoresAsTheyAre) {
  torch::manual_seed(2);
  test::expect_gradients_match(
      [](const auto& inputs) {
        return ops::masked_softmax(inputs[0] + alibi_bias(2, 3, 3, torch::kDouble), {});
      },
      {torch::randn({2, 3, 3}, torch::dtype(torch::kDouble).requires_grad(true))});
}

}  // namespace
}  // namespace regard::nn
