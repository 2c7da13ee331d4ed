#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "math/kernels.h"

namespace regard::math {

/// Runs with each version of the kernels that this processor supports; kernels() returns that
/// version.
class EveryVersion : public testing::TestWithParam<const Kernels*> {
 protected:
  const Kernels& kernels_ = *GetParam();

 private:
  UseKernels use_{kernels_};
};

/// Sizes with and without a remainder after the vectors of any version.
inline constexpr int64_t kSizes[] = {1, 3, 7, 16, 19, 32, 67, 128};

inline std::vector<float> random_numbers(int64_t count, unsigned seed, float largest = 1.0F) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-largest, largest);
  std::vector<float> numbers(static_cast<size_t>(count));
  for (auto& number : numbers) number = uniform(random);
  return numbers;
}

inline std::vector<float> zeros(int64_t count) {
  return std::vector<float>(static_cast<size_t>(count));
}

inline std::string name_of_version(const testing::TestParamInfo<const Kernels*>& info) {
  return info.param->name;
}

}  // namespace regard::math

#define REGARD_FOR_EVERY_VERSION(Suite) \
  INSTANTIATE_TEST_SUITE_P(Processor, Suite, testing::ValuesIn(all_kernels()), name_of_version)
