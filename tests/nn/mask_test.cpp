#include "regard/nn/mask.h"

#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

TEST(LengthMask, KeepsWhatStandsBeforeTheLength) {
  const auto mask = length_mask(torch::tensor({0, 2, 5}), 3);
  EXPECT_TRUE(mask.equal(torch::tensor({{0, 0, 0}, {1, 1, 0}, {1, 1, 1}}).to(torch::kBool)));
}

TEST(LengthMask, MatchesTheBooksSequenceMask) {
  for (auto& golden : test::tensor_cases("sequence_mask")) {
    SCOPED_TRACE(golden.name());
    const auto x = golden.input("X");
    auto mask = length_mask(golden.input("valid_len"), x.size(1));
    while (mask.dim() < x.dim()) mask = mask.unsqueeze(-1);
    golden.expect_output("Y", torch::where(mask, x, golden.option<double>("value")));
    golden.expect_gradients();
  }
}

TEST(CausalMask, ShowsAQueryTheKeysUpToItsOwnPosition) {
  const auto mask = causal_mask(2, 4, torch::kCPU);
  EXPECT_TRUE(mask.equal(torch::tensor({{1, 1, 1, 0}, {1, 1, 1, 1}}).to(torch::kBool)));
}

TEST(CausalMask, OfOneQueryMasksNothing) { EXPECT_FALSE(causal_mask(1, 4, torch::kCPU).defined()); }

}  // namespace
}  // namespace regard::nn
