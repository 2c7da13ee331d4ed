#include "nn/mask.h"

#include <torch/utils.h>

#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(LengthMask, KeepsWhatStandsBeforeTheLength) {
  const auto mask = length_mask(torch::tensor({0, 2, 5}), 3);
  EXPECT_TRUE(mask.equal(torch::tensor({{0, 0, 0}, {1, 1, 0}, {1, 1, 1}}).to(torch::kBool)));
}

TEST(KeyMask, IsOneForAllQueriesOfASentenceOrOneForEachQuery) {
  const auto a_row = key_mask(torch::tensor({1, 2}), 2);
  EXPECT_TRUE(a_row.equal(torch::tensor({{{1, 0}}, {{1, 1}}}).to(torch::kBool)));
  const auto a_query = key_mask(torch::tensor({{0, 1}, {1, 2}}), 2);
  EXPECT_TRUE(a_query.equal(torch::tensor({{{0, 0}, {1, 0}}, {{1, 0}, {1, 1}}}).to(torch::kBool)));
}

TEST(KeyMask, OfNoLengthsMasksNothing) { EXPECT_FALSE(key_mask({}, 4).defined()); }

TEST(SequenceMask, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("sequence_mask")) {
    SCOPED_TRACE(golden.name());
    golden.expect_output("Y", sequence_mask(golden.input("X"), golden.input("valid_len"),
                                            golden.option<double>("value")));
    golden.expect_gradients();
  }
}

TEST(SequenceMask, LetsNothingThroughThatStoodInPadding) {
  auto x = torch::ones({2, 3, 2});
  x[1].slice(0, 1).fill_(std::nan(""));
  const auto masked = sequence_mask(x, torch::tensor({3, 1}));
  EXPECT_EQ(masked.sum().item<double>(), 8.0);
}

TEST(SequenceMask, HasTheGradientsOfFiniteDifferences) {
  torch::manual_seed(1);
  const auto x = torch::randn({2, 3, 2}, torch::dtype(torch::kDouble).requires_grad(true));
  test::expect_gradients_match(
      [](const auto& inputs) {
        return sequence_mask(inputs[0], torch::tensor({3, 1})).pow(3);
      },
      {x});
}

TEST(CausalMask, ShowsAQueryTheKeysUpToItsOwnPosition) {
  const auto mask = causal_mask(2, 4, torch::kCPU);
  EXPECT_TRUE(mask.equal(torch::tensor({{1, 1, 1, 0}, {1, 1, 1, 1}}).to(torch::kBool)));
}

TEST(CausalMask, OfOneQueryMasksNothing) { EXPECT_FALSE(causal_mask(1, 4, torch::kCPU).defined()); }

}  // namespace
}  // namespace regard::nn
