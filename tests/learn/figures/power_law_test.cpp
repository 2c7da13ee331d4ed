#include "figures/learner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace regard::figures {
namespace {

TEST(PowerLaw, IsFoundWhereThereIsOne) {
  const std::vector<double> x = {1, 3, 10, 40};
  for (const double exponent : {-1.0, 0.0, 1.5, 2.0}) {
    std::vector<double> y;
    for (const double value : x) y.push_back(7 * std::pow(value, exponent));
    const auto law = fit_power_law(x, y);
    EXPECT_NEAR(law.factor, 7, 1e-9);
    EXPECT_NEAR(law.exponent, exponent, 1e-9);
  }
}

// The middle one of three points lies a factor of 8 above the line through the others: the slope
// stays the same, and the line rises by a factor of 8^(1/3).
TEST(PowerLaw, IsTheLineOfLeastSquaresInTheLogarithms) {
  const auto law = fit_power_law({1, 2, 4}, {1, 8 * 2, 4});
  EXPECT_NEAR(law.exponent, 1, 1e-12);
  EXPECT_NEAR(law.factor, 2, 1e-12);
}

TEST(PowerLaw, NeedsTwoPlacesAndPositiveNumbers) {
  EXPECT_THROW(fit_power_law({2, 2}, {1, 3}), std::invalid_argument);
  EXPECT_THROW(fit_power_law({1, 2}, {0, 3}), std::invalid_argument);
  EXPECT_THROW(fit_power_law({1, 2}, {3}), std::invalid_argument);
}

}  // namespace
}  // namespace regard::figures
