#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "math/every_version.h"

namespace regard::math {
namespace {

class PackedProducts : public EveryVersion {};

template <class Number>
std::vector<Number> random_integers(int64_t count, unsigned seed, int smallest, int largest) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> uniform(smallest, largest);
  std::vector<Number> numbers(static_cast<size_t>(count));
  for (auto& number : numbers) number = static_cast<Number>(uniform(random));
  return numbers;
}

/// Rows of bytes, 128 + x, and one panel of weights. Scales are powers of two, so products are
/// exact.
struct ByteFactors {
  ByteFactors(int64_t rows, int64_t groups)
      : groups(groups),
        bytes(random_integers<uint8_t>(rows * 4 * groups, 1, 1, 255)),
        weights(random_integers<int8_t>(kPanel * 4 * groups, 2, -128, 127)),
        row_scales(static_cast<size_t>(rows), 0.5F),
        scales(kPanel, 0.25F),
        compensation(kPanel) {
    compensate();
  }

  void compensate() {
    for (int64_t column = 0; column < kPanel; ++column) {
      int32_t sum = 0;
      for (int64_t k = 0; k < 4 * groups; ++k) sum += weight(k, column);
      compensation[static_cast<size_t>(column)] = -128 * sum;
    }
  }

  int32_t weight(int64_t k, int64_t column) const {
    return weights[static_cast<size_t>(k / 4 * 4 * kPanel + column * 4 + k % 4)];
  }

  float product(int64_t row, int64_t column) const {
    int32_t sum = 0;
    for (int64_t k = 0; k < 4 * groups; ++k) {
      sum += (bytes[static_cast<size_t>(row * 4 * groups + k)] - 128) * weight(k, column);
    }
    return static_cast<float>(sum) * 0.125F;
  }

  std::vector<float> multiplied(const Kernels& kernels) const {
    const auto rows = static_cast<int64_t>(row_scales.size());
    auto y = zeros(rows * kPanel);
    auto of_version = bytes;
    for (auto& byte : of_version) byte = static_cast<uint8_t>(byte - 128 + kernels.zero_byte);
    kernels.multiply_int8({.data = of_version.data(), .scales = row_scales.data(), .count = rows},
                          {.data = weights.data(),
                           .groups = groups,
                           .scales = scales.data(),
                           .compensation = compensation.data()},
                          1, {}, y.data(), kPanel);
    return y;
  }

  int64_t groups;
  std::vector<uint8_t> bytes;
  std::vector<int8_t> weights;
  std::vector<float> row_scales, scales;
  std::vector<int32_t> compensation;
};

TEST_P(PackedProducts, OfBytesAreExact) {
  for (const int64_t groups : {1, 5, 64}) {
    for (const int64_t rows : {1, 2, 3, 4, 13}) {
      const ByteFactors factors(rows, groups);
      const auto y = factors.multiplied(kernels_);
      for (int64_t row = 0; row < rows; ++row) {
        for (int64_t column = 0; column < kPanel; ++column) {
          ASSERT_EQ(y[static_cast<size_t>(row * kPanel + column)], factors.product(row, column))
              << groups << " groups, " << rows << " rows: " << row << ", " << column;
        }
      }
    }
  }
}

TEST_P(PackedProducts, OfTheLargestBytesAreExact) {
  for (const uint8_t byte : {uint8_t{1}, uint8_t{255}}) {
    for (const int8_t weight : {int8_t{-128}, int8_t{127}}) {
      ByteFactors factors(2, 32);
      std::ranges::fill(factors.bytes, byte);
      std::ranges::fill(factors.weights, weight);
      factors.compensate();
      EXPECT_EQ(factors.multiplied(kernels_),
                std::vector<float>(2 * kPanel, factors.product(0, 0)));
    }
  }
}

REGARD_FOR_EVERY_VERSION(PackedProducts);

}  // namespace
}  // namespace regard::math
