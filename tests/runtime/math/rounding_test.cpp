#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "math/every_version.h"

namespace regard::math {
namespace {

float value_of(uint16_t bf16) { return std::bit_cast<float>(static_cast<uint32_t>(bf16) << 16U); }

class Rounding : public EveryVersion {
 protected:
  int value_of_byte(uint8_t byte) const {
    return static_cast<int8_t>(static_cast<uint8_t>(byte - kernels_.zero_byte));
  }
};

TEST_P(Rounding, RoundsToTheNearestBf16AndTiesToEven) {
  auto numbers = random_numbers(64, 8, 300.0F);
  const float halfway = 1.0F + 1.0F / 256;
  for (const float special : {1.0F, halfway, halfway + 2.0F / 256, -halfway, 1e-40F}) {
    numbers.push_back(special);
  }
  const auto size = static_cast<int64_t>(numbers.size());
  std::vector<uint16_t> rounded(numbers.size() + 3, 1);
  kernels_.round_to_bf16(numbers.data(), size, size + 3, rounded.data());
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double error = std::abs(static_cast<double>(value_of(rounded[i])) - numbers[i]);
    for (const int step : {-1, 1}) {
      const auto other = static_cast<uint16_t>(rounded[i] + step);
      const double of_other = std::abs(static_cast<double>(value_of(other)) - numbers[i]);
      EXPECT_TRUE(error < of_other || (error == of_other && rounded[i] % 2 == 0)) << numbers[i];
    }
  }
  for (size_t i = numbers.size(); i < rounded.size(); ++i) EXPECT_EQ(rounded[i], 0);
}

TEST_P(Rounding, KeepsSignsAndInfinities) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> numbers = {0.0F, -0.0F, infinity, -infinity, 3.4e38F};
  std::vector<uint16_t> rounded(5);
  kernels_.round_to_bf16(numbers.data(), 5, 5, rounded.data());
  EXPECT_EQ(rounded, (std::vector<uint16_t>{0, 0x8000, 0x7F80, 0xFF80, 0x7F80}));
}

TEST_P(Rounding, LeavesNotANumberUnchangedInBf16) {
  for (const uint32_t bits : {0x7F800001U, 0x7FFFFFFFU, 0xFFC00000U}) {
    const auto nan = std::bit_cast<float>(bits);
    uint16_t rounded = 0;
    kernels_.round_to_bf16(&nan, 1, 1, &rounded);
    EXPECT_TRUE(std::isnan(value_of(rounded))) << bits;
  }
}

TEST_P(Rounding, MakesBytesOfARowByItsLargestNumber) {
  for (const int64_t size : kSizes) {
    const auto x = random_numbers(size, 7, 5.0F);
    const int64_t padded = (size + 3) / 4 * 4 + 4;
    std::vector<uint8_t> bytes(static_cast<size_t>(padded), 1);
    float scale = 0.0F, largest = 0.0F;
    kernels_.quantize(x.data(), size, padded, bytes.data(), &scale);
    for (const float number : x) largest = std::max(largest, std::abs(number));
    EXPECT_FLOAT_EQ(scale, largest / 127.0F);
    for (size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(static_cast<float>(value_of_byte(bytes[i])) * scale, x[i], 0.5001 * scale) << i;
    }
    for (size_t i = x.size(); i < bytes.size(); ++i) EXPECT_EQ(bytes[i], kernels_.zero_byte);
  }
}

TEST_P(Rounding, MakesZerosOfARowOfZeros) {
  std::vector<uint8_t> bytes(8, 1);
  float scale = 1.0F;
  kernels_.quantize(zeros(5).data(), 5, 8, bytes.data(), &scale);
  EXPECT_EQ(scale, 0.0F);
  EXPECT_EQ(bytes, std::vector<uint8_t>(8, kernels_.zero_byte));
}

REGARD_FOR_EVERY_VERSION(Rounding);

}  // namespace
}  // namespace regard::math
