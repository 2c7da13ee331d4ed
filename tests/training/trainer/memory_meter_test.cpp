#include "trainer/batch_fit.h"

#include <gtest/gtest.h>
#include <torch/types.h>

namespace regard::train {
namespace {

TEST(MemoryMeter, CountsTheMostThatTensorsTakeAtOnce) {
  const MemoryMeter meter;
  {
    const auto a = torch::empty({1000}, torch::kFloat32);
    const auto b = torch::empty({500}, torch::kFloat32);
  }
  const auto c = torch::empty({100}, torch::kFloat32);
  EXPECT_GE(meter.peak(), 6000);
  EXPECT_LE(meter.peak(), 6000 + 2 * 64) << "beside what alignment takes";
}

TEST(MemoryMeter, CountsNothingBeforeAndAfter) {
  auto before = torch::empty({100'000}, torch::kFloat32);
  int64_t peak = 0;
  {
    const MemoryMeter meter;
    before = torch::Tensor();
    peak = meter.peak();
  }
  const auto after = torch::empty({1000}, torch::kFloat32);
  EXPECT_EQ(peak, 0);
}

}  // namespace
}  // namespace regard::train
