#include "ops/head_attention.h"

#include <torch/utils.h>

#include "nn/mask.h"
#include "support/devices.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::ops {
namespace {

TEST(MaskedSoftmax, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("masked_softmax")) {
    SCOPED_TRACE(golden.name());
    const auto scores = golden.input("X");
    golden.expect_output("weights", masked_softmax(scores, nn::key_mask(golden.input("valid_lens"),
                                                                        scores.size(2))));
    golden.expect_gradients();
  }
}

TEST(MaskedSoftmax, IsUniformOverAllKeysWhereEveryKeyIsMasked) {
  const auto weights =
      masked_softmax(100 * torch::randn({1, 2, 4}), nn::key_mask(torch::tensor({0}), 4));
  EXPECT_TRUE(weights.equal(torch::full({1, 2, 4}, 0.25)));
}

TEST(MaskedSoftmax, HasTheGradientsOfFiniteDifferences) {
  torch::manual_seed(1);
  const auto scores = torch::randn({2, 2, 3}, torch::dtype(torch::kDouble).requires_grad(true));
  for (const auto& lengths :
       {torch::Tensor(), torch::tensor({2, 3}), torch::tensor({{1, 0}, {3, 2}})}) {
    test::expect_gradients_match(
        [&](const auto& inputs) { return masked_softmax(inputs[0], nn::key_mask(lengths, 3)); },
        {scores});
  }
}

// bfloat16 has eight significant bits, so one rounding changes a number by at most half of the last
// bit.
constexpr double kHalfOfTheLastBit = 1.0 / 512;

class MaskedSoftmaxOn : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (test::is_missing(GetParam())) GTEST_SKIP() << "there is no device " << GetParam();
    torch::manual_seed(1);
    scores_ = torch::randn({2, 3, 5}).to(torch::Device(GetParam()));
    mask_ = nn::key_mask(torch::tensor({2, 4}).to(scores_.device()), 5);
  }

  torch::Tensor scores_, mask_;  // for 2 and 4 keys
};

TEST_P(MaskedSoftmaxOn, GivesPaddingExactlyZeroWeight) {
  const auto weights = masked_softmax(100 * scores_, mask_);
  EXPECT_EQ(weights.masked_select(mask_.logical_not()).count_nonzero().item<int64_t>(), 0);
  EXPECT_TRUE(test::tensors_near(weights.sum(-1), torch::ones({2, 3}), 1e-6));
}

TEST_P(MaskedSoftmaxOn, IsNotChangedByMaskedScoresToTheBit) {
  const auto other = torch::where(mask_, scores_, 1000 * torch::randn_like(scores_));
  EXPECT_TRUE(masked_softmax(other, mask_).equal(masked_softmax(scores_, mask_)));
}

TEST_P(MaskedSoftmaxOn, TreatsEachRowAsIfItWereAlone) {
  const auto together = masked_softmax(scores_, mask_);
  EXPECT_TRUE(
      masked_softmax(scores_[0].narrow(-1, 0, 2), {}).allclose(together[0].narrow(-1, 0, 2)));
  EXPECT_TRUE(masked_softmax(scores_.narrow(0, 1, 1), mask_.narrow(0, 1, 1))
                  .equal(together.narrow(0, 1, 1)));
}

TEST_P(MaskedSoftmaxOn, RoundsOnceInBfloat16) {
  for (const double scale : {1.0, 1000.0}) {
    const auto rounded = (scale * scores_).to(torch::kBFloat16);
    const auto weights = masked_softmax(rounded, mask_);
    EXPECT_EQ(weights.scalar_type(), torch::kBFloat16);
    EXPECT_TRUE(test::tensors_near(weights, masked_softmax(rounded.to(torch::kDouble), mask_),
                                   kHalfOfTheLastBit));
  }
}

TEST_P(MaskedSoftmaxOn, IsTheSameInSingleAndDoublePrecisionForLargeScores) {
  for (const double scale : {1.0, 1000.0}) {
    const auto scores = scale * scores_;
    EXPECT_TRUE(test::tensors_near(masked_softmax(scores, mask_),
                                   masked_softmax(scores.to(torch::kDouble), mask_), 1e-6));
  }
}

INSTANTIATE_TEST_SUITE_P(Device, MaskedSoftmaxOn, testing::ValuesIn(test::device_names()),
                         test::name_of_device);

}  // namespace
}  // namespace regard::ops
