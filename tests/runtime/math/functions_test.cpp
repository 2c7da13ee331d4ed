#include "math/kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "math/every_version.h"

namespace regard::math {
namespace {

class Functions : public EveryVersion {
 protected:
  std::vector<float> exponentials(std::vector<float> x) const {
    kernels_.softmax_difference(x.data(), static_cast<int64_t>(x.size()), 0.0F, 0.0F);
    return x;
  }
  std::vector<float> tangents(std::vector<float> x) const {
    kernels_.tangent(x.data(), static_cast<int64_t>(x.size()), x.data());
    return x;
  }
};

// The error is measured in units in the last place of the true value.
TEST_P(Functions, GiveExponentialsWithinTwoUnitsInTheLastPlace) {
  std::vector<float> x;
  for (float number = -86.9F; number < 87.9F; number += 0.0137F) x.push_back(number);
  const auto y = exponentials(x);
  for (size_t i = 0; i < x.size(); ++i) {
    const double expected = std::exp(static_cast<double>(x[i]));
    const auto rounded = static_cast<float>(expected);
    const double unit = std::nextafter(rounded, 2 * rounded) - rounded;
    ASSERT_LE(std::abs(y[i] - expected), 2 * unit) << x[i];
  }
}

TEST_P(Functions, KeepExponentialsWithinTheRangeOfAFloat) {
  const float infinity = std::numeric_limits<float>::infinity();
  const auto y = exponentials({-infinity, -1e30F, -100.0F, 100.0F, 1e30F, infinity, 0.0F});
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(y[i], 0.0F, 1e-37F);
  for (size_t i = 3; i < 6; ++i) {
    EXPECT_GT(y[i], 1e38F);
    EXPECT_TRUE(std::isfinite(y[i]));
  }
  EXPECT_EQ(y[6], 1.0F);
}

TEST_P(Functions, GiveHyperbolicTangents) {
  std::vector<float> x;
  for (float number = -12.0F; number < 12.0F; number += 0.0017F) x.push_back(number);
  const auto y = tangents(x);
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_NEAR(y[i], std::tanh(static_cast<double>(x[i])), 3e-7) << x[i];
  }
}

TEST_P(Functions, LeaveNotANumberUnchanged) {
  const float nan = std::nanf("");
  for (const size_t size : {1U, 16U}) {
    for (const float y : exponentials(std::vector<float>(size, nan))) EXPECT_TRUE(std::isnan(y));
    for (const float y : tangents(std::vector<float>(size, nan))) EXPECT_TRUE(std::isnan(y));
  }
}

REGARD_FOR_EVERY_VERSION(Functions);

}  // namespace
}  // namespace regard::math
