#include "engine/parameters.h"

#include <gtest/gtest.h>

#include "nn/positional_encoding.h"

namespace regard::engine {
namespace {

class PositionTableOf : public testing::TestWithParam<nn::SinusoidLayout> {};

TEST_P(PositionTableOf, ALayoutHasItsSinesAndCosines) {
  constexpr int64_t kSize = 10, kCount = 300;
  const auto table = sinusoidal_positions(kSize, GetParam());
  table->at_least(3);
  const auto rows = table->at_least(kCount);
  const auto expected =
      nn::sinusoidal_positions(0, kCount, kSize, torch::kFloat32, GetParam()).contiguous();
  ASSERT_GE(rows->size(), static_cast<size_t>(kCount * kSize));
  for (int64_t i = 0; i < kCount * kSize; ++i) {
    EXPECT_FLOAT_EQ((*rows)[static_cast<size_t>(i)], expected.const_data_ptr<float>()[i]) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, PositionTableOf,
                         testing::Values(nn::SinusoidLayout::interleaved, nn::SinusoidLayout::half,
                                         nn::SinusoidLayout::half_t2t));

}  // namespace
}  // namespace regard::engine
