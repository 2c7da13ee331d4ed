#include "regard/nn/masked_softmax.h"

#include <torch/utils.h>

#include "regard/nn/mask.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

// lengths (batch) or (batch, query), or none -> a mask for scores (batch, query, key)
torch::Tensor mask_of(const torch::Tensor& lengths, int64_t keys) {
  if (!lengths.defined()) return {};
  const auto mask = length_mask(lengths, keys);
  return lengths.dim() == 1 ? mask.unsqueeze(1) : mask;
}

TEST(MaskedSoftmax, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("masked_softmax")) {
    SCOPED_TRACE(golden.name());
    const auto scores = golden.input("X");
    golden.expect_output(
        "weights", masked_softmax(scores, mask_of(golden.input("valid_lens"), scores.size(2))));
    golden.expect_gradients();
  }
}

TEST(MaskedSoftmax, GivesPaddingExactlyZeroWeight) {
  torch::manual_seed(1);
  const auto weights =
      masked_softmax(100 * torch::randn({2, 3, 5}), mask_of(torch::tensor({2, 4}), 5));
  EXPECT_EQ(weights[0].narrow(-1, 2, 3).count_nonzero().item<int64_t>(), 0);
  EXPECT_EQ(weights[1].narrow(-1, 4, 1).count_nonzero().item<int64_t>(), 0);
  EXPECT_TRUE(test::tensors_near(weights.sum(-1), torch::ones({2, 3}), 1e-6));
}

}  // namespace
}  // namespace regard::nn
