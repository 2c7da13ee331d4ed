#include "compare/seed_groups.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace regard::compare {
namespace {

TEST(StudentsT, HasItsClosedFormsAtOneAndTwoDegreesOfFreedom) {
  for (const double t : {0.0, 0.3, 1.0, 2.5, 12.0}) {
    // The Cauchy distribution, and 1 - t / sqrt(2 + t²).
    EXPECT_NEAR(student_p_value(t, 1), 1 - 2 / std::numbers::pi * std::atan(t), 1e-12) << t;
    EXPECT_NEAR(student_p_value(t, 2), 1 - t / std::sqrt(2 + t * t), 1e-12) << t;
    EXPECT_EQ(student_p_value(-t, 2), student_p_value(t, 2));
  }
}

TEST(StudentsT, TendsToTheNormalDistribution) {
  EXPECT_NEAR(student_p_value(1.96, 1e6), std::erfc(1.96 / std::sqrt(2.0)), 1e-6);
}

TEST(StudentsT, HasTheValuesOfPrintedTables) {
  EXPECT_NEAR(student_p_value(2.776, 4), 0.05, 1e-4);
  EXPECT_NEAR(student_p_value(3.169, 10), 0.01, 1e-4);
}

TEST(TestGroups, IsWelchsTest) {
  // Computed by hand: means 2 and 6, variances 1 and 4, so t = 4 / sqrt(1/3 + 4/3) and df = (5/3)²
  // / ((1/3)²/2 + (4/3)²/2) = (25/9) / (17/18).
  const auto test = test_groups({1, 2, 3}, {4, 6, 8});
  EXPECT_DOUBLE_EQ(test.difference, 4.0);
  EXPECT_NEAR(test.t.value(), 4 / std::sqrt(5.0 / 3.0), 1e-12);
  EXPECT_NEAR(test.degrees_of_freedom.value(), 50.0 / 17.0, 1e-12);
  EXPECT_NEAR(test.p_value.value(), student_p_value(*test.t, 50.0 / 17.0), 1e-15);
  // Of the 20 ways to form the groups, only this one and its mirror image differ this much.
  EXPECT_NEAR(test.permutation_p_value.value(), 0.1, 1e-12);
}

TEST(TestGroups, ShowsWhatSurvives) {
  EXPECT_TRUE(test_groups({30.0, 30.2, 29.8}, {32.0, 32.1, 31.9}).survives);
  EXPECT_FALSE(test_groups({30.0, 32.2, 28.8}, {32.0, 33.1, 29.9}).survives);
}

TEST(TestGroups, HasNoPValueForSingleRunsOrWithoutVariance) {
  const auto single = test_groups({30.0}, {32.0, 32.1});
  EXPECT_FALSE(single.p_value);
  EXPECT_FALSE(single.permutation_p_value);
  EXPECT_FALSE(single.survives);
  EXPECT_NEAR(single.difference, 2.05, 1e-12);
  EXPECT_FALSE(test_groups({1, 1}, {2, 2}).p_value);
}

}  // namespace
}  // namespace regard::compare
