#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/every_version.h"

namespace regard::math {
namespace {

class RowFunctions : public EveryVersion {};

TEST_P(RowFunctions, MultiplyRowsWithOneAnother) {
  for (const int64_t size : kSizes) {
    const auto x = random_numbers(size, 1), y = random_numbers(size, 2);
    double expected = 0.0;
    for (size_t i = 0; i < x.size(); ++i) expected += static_cast<double>(x[i]) * y[i];
    EXPECT_NEAR(kernels_.dot(x.data(), y.data(), size), expected, 1e-5) << size;
  }
}

TEST_P(RowFunctions, ScaleAndAdd) {
  for (const int64_t size : kSizes) {
    const auto x = random_numbers(size, 1), z = random_numbers(size, 2);
    auto sum = z, y = zeros(size);
    kernels_.add_scaled(x.data(), 1.5F, sum.data(), size);
    kernels_.scale_add(x.data(), 1.5F, z.data(), size, y.data());
    for (size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(sum[i], 1.5 * x[i] + z[i], 1e-6);
      EXPECT_NEAR(y[i], 1.5 * x[i] + z[i], 1e-6);
    }
  }
}

TEST_P(RowFunctions, WriteNothingPastTheEnd) {
  for (const int64_t size : kSizes) {
    const auto x = random_numbers(size, 1);
    auto y = std::vector<float>(x.size() + 16, 7.0F);
    kernels_.tangent(x.data(), size, y.data());
    for (size_t i = x.size(); i < y.size(); ++i) EXPECT_EQ(y[i], 7.0F) << size;
  }
}

TEST_P(RowFunctions, AddWhatAGateLetsThrough) {
  for (const int64_t size : kSizes) {
    const auto values = random_numbers(size, 1), gates = random_numbers(size, 2, 4.0F),
               before = random_numbers(size, 3);
    auto x = before;
    kernels_.add_gated(values.data(), gates.data(), 0.5F, size, x.data());
    for (size_t i = 0; i < x.size(); ++i) {
      const double gated = values[i] / (1.0 + std::exp(-static_cast<double>(gates[i])));
      EXPECT_NEAR(x[i], (before[i] + gated) * 0.5, 1e-6);
    }
  }
}

TEST_P(RowFunctions, NormalizeALayer) {
  for (const int64_t size : kSizes) {
    const auto x = random_numbers(size, 8, 4.0F), gain = random_numbers(size, 9),
               shift = random_numbers(size, 10);
    auto y = x;
    kernels_.normalize(y.data(), size, gain.data(), shift.data(), 1e-5F, y.data());
    double mean = 0.0, variance = 0.0;
    for (const float number : x) mean += number / static_cast<double>(size);
    for (const float number : x) {
      variance += (number - mean) * (number - mean) / static_cast<double>(size);
    }
    for (size_t i = 0; i < y.size(); ++i) {
      EXPECT_NEAR(y[i], (x[i] - mean) / std::sqrt(variance + 1e-5) * gain[i] + shift[i], 1e-5);
    }
  }
}

/// The hash of dropout by definition: lowbias32 with the upper half of the seed added in between.
uint32_t hash(uint32_t position, uint64_t seed) {
  uint32_t x = position ^ static_cast<uint32_t>(seed);
  x = (x ^ (x >> 16U)) * 0x7feb352dU + static_cast<uint32_t>(seed >> 32U);
  x = (x ^ (x >> 15U)) * 0x846ca68bU;
  return x ^ (x >> 16U);
}

TEST_P(RowFunctions, DropTheSamePositionsInEveryVersion) {
  constexpr uint64_t kSeed = 0x123456789abcdef0U;
  constexpr uint32_t kThreshold = 0x40000000U;  // drops a quarter
  for (const int64_t size : kSizes) {
    const auto x = random_numbers(size, 1);
    auto y = zeros(size);
    kernels_.dropout(x.data(), y.data(), size, kSeed, kThreshold, 1.25F);
    for (size_t i = 0; i < x.size(); ++i) {
      const bool kept = hash(static_cast<uint32_t>(i), kSeed) >= kThreshold;
      EXPECT_EQ(y[i], kept ? x[i] * 1.25F : 0.0F) << i;
    }
  }
}

TEST_P(RowFunctions, DropTheRequestedShare) {
  constexpr int64_t kSize = 100000;
  const std::vector<float> ones(kSize, 1.0F);
  for (const double rate : {0.0, 0.1, 0.5}) {
    auto y = zeros(kSize);
    kernels_.dropout(ones.data(), y.data(), kSize, 17, static_cast<uint32_t>(rate * 0x1p32), 1.0F);
    double kept = 0.0;
    for (const float number : y) kept += number;
    EXPECT_NEAR(kept / kSize, 1.0 - rate, 0.006);  // four standard deviations at most
  }
}

REGARD_FOR_EVERY_VERSION(RowFunctions);

}  // namespace
}  // namespace regard::math
