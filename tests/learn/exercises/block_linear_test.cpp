#ifdef REGARD_READERS_HEADER
#include "nn/block_linear.h"
#else
#include "exercises/solutions/block_linear.h"
#endif

#include <torch/utils.h>

#include "exercises/readers_header.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(BlockLinear, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("block_linear");
#else
  test::skip_for_want_of("block_linear");
#endif
}

BlockLinear layer_of(int64_t blocks) {
  torch::manual_seed(1);
  BlockLinear layer(BlockLinearOptions{.input_size = 6, .output_size = 12, .blocks = blocks});
  layer->to(torch::kDouble);
  return layer;
}

torch::Tensor rows() {
  torch::manual_seed(2);
  return torch::randn({4, 5, 6}, torch::kDouble);
}

TEST(BlockLinear, IsALinearLayerWithZerosBesideTheBlocks) {
  auto layer = layer_of(3);
  const auto whole = torch::block_diag(layer->weight.unbind(0));  // (12, 6)
  EXPECT_TRUE(test::tensors_near(layer(rows()), rows().matmul(whole.t()) + layer->bias, 1e-12));
}

TEST(BlockLinear, OfOneBlockIsALinearLayer) {
  auto layer = layer_of(1);
  const auto expected = rows().matmul(layer->weight[0].t()) + layer->bias;
  EXPECT_TRUE(test::tensors_near(layer(rows()), expected, 1e-12));
}

TEST(BlockLinear, HasAShareOfTheWeights) {
  for (const int64_t blocks : {1, 2, 3, 6})
    EXPECT_EQ(layer_of(blocks)->weight.numel(), 72 / blocks);
}

TEST(BlockLinear, LetsAnInputReachItsOwnBlockOnly) {
  auto layer = layer_of(3);
  auto changed = rows();
  changed.select(-1, 2).add_(1);  // the second block: inputs 2 and 3, outputs 4 to 7
  const auto moved = (layer(changed) - layer(rows())).abs().sum({0, 1}) > 0;
  EXPECT_TRUE(moved.slice(0, 4, 8).all().item<bool>());
  EXPECT_EQ(moved.sum().item<int64_t>(), 4);
}

TEST(BlockLinear, RefusesSizesThatDoNotDivide) { EXPECT_THROW(layer_of(4), c10::Error); }

TEST(BlockLinear, HasTheGradientsOfFiniteDifferences) {
  auto layer = layer_of(2);
  const auto variable = torch::dtype(torch::kDouble).requires_grad(true);
  test::expect_gradients_match(*layer, [&](const auto& inputs) { return layer(inputs[0]); },
                               {torch::randn({3, 6}, variable)});
}

}  // namespace
}  // namespace regard::nn
