#include "trainer/trainer_step.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include "text/tokenizer_pair.h"

namespace regard::train {
namespace {

TEST(WordDropout, ReplacesItsShareOfTheWords) {
  torch::manual_seed(1);
  const auto dropped = word_dropout(torch::full({100, 100}, 7, torch::kInt64), 0.2);
  const auto unknown = (dropped == text::kUnk).sum().item<int64_t>();
  EXPECT_NEAR(static_cast<double>(unknown), 2000, 200);  // five standard deviations
  EXPECT_EQ((dropped == 7).sum().item<int64_t>(), 10'000 - unknown);
}

TEST(WordDropout, LeavesSpecialTokensAlone) {
  torch::manual_seed(1);
  const auto special = torch::arange(text::kEos + 1).repeat({1000});
  EXPECT_TRUE(word_dropout(special, 0.9).equal(special));
}

TEST(WordDropout, OfRateZeroDrawsNothing) {
  torch::manual_seed(1);
  const auto expected = torch::rand({1});
  torch::manual_seed(1);
  const auto tokens = torch::full({4}, 7, torch::kInt64);
  EXPECT_TRUE(word_dropout(tokens, 0.0).equal(tokens));
  EXPECT_TRUE(torch::rand({1}).equal(expected));
}

}  // namespace
}  // namespace regard::train
