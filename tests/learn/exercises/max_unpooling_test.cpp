#ifdef REGARD_READERS_HEADER
#include "nn/max_unpooling.h"
#else
#include "exercises/solutions/max_unpooling.h"
#endif

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include "exercises/readers_header.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

TEST(MaxUnpooling, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("max_unpooling");
#else
  test::skip_for_want_of("max_unpooling");
#endif
}

torch::Tensor random_images() {
  torch::manual_seed(1);
  return torch::randn({2, 3, 4, 6}, torch::kDouble);
}

TEST(MaxUnpooling, IsWhatIsWorkedByHand) {
  const auto image = torch::tensor({{1.0, 5.0, 2.0, 0.0}, {3.0, 4.0, 6.0, 1.0}}).view({1, 1, 2, 4});
  const auto pooled = max_pool(image);
  EXPECT_TRUE(pooled.values.flatten().equal(torch::tensor({5.0, 6.0})));
  EXPECT_TRUE(pooled.indices.flatten().equal(torch::tensor({1, 2})));
  const auto expected = torch::tensor({{0.0, 5.0, 0.0, 0.0}, {0.0, 0.0, 6.0, 0.0}});
  EXPECT_TRUE(max_unpool(pooled).view({2, 4}).equal(expected));
}

TEST(MaxUnpooling, PoolsAsPyTorchDoes) {
  const auto images = random_images();
  EXPECT_TRUE(max_pool(images).values.equal(torch::max_pool2d(images, 2)));
}

TEST(MaxUnpooling, KeepsTheMaximaAndNothingElse) {
  const auto images = random_images();
  const auto unpooled = max_unpool(max_pool(images));
  ASSERT_EQ(unpooled.sizes(), images.sizes());
  const auto is_kept = unpooled != 0;
  EXPECT_EQ(is_kept.sum().item<int64_t>(), images.numel() / 4);
  EXPECT_TRUE(unpooled.masked_select(is_kept).equal(images.masked_select(is_kept)));
}

TEST(MaxUnpooling, PooledAgainGivesTheSame) {
  const auto images = random_images().abs();
  const auto pooled = max_pool(images), again = max_pool(max_unpool(pooled));
  EXPECT_TRUE(again.values.equal(pooled.values));
  EXPECT_TRUE(again.indices.equal(pooled.indices));
}

TEST(MaxUnpooling, LetsGradientsThroughToTheMaxima) {
  const auto images = random_images().requires_grad_();
  const auto unpooled = max_unpool(max_pool(images));
  const auto gradient = torch::autograd::grad({unpooled.sum()}, {images}).front();
  EXPECT_TRUE(gradient.equal((unpooled != 0).to(torch::kDouble)));
}

TEST(MaxUnpooling, RefusesAnOddSide) {
  EXPECT_THROW(max_pool(torch::zeros({1, 1, 3, 4})), c10::Error);
}

}  // namespace
}  // namespace regard::nn
