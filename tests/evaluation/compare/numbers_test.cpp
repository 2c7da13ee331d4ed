#include "compare/numbers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace regard::compare {
namespace {

TEST(Numbers, HaveTheRequestedDigitsAndAMinusSign) {
  EXPECT_EQ(decimal(-1.25, 1), "−1.2");
  EXPECT_EQ(decimal(-0.04, 1), "0.0");
  EXPECT_EQ(decimal(NAN, 1), "–");
  EXPECT_EQ(signed_decimal(1.5, 1), "+1.5");
  EXPECT_EQ(signed_decimal(0.04, 1), "0.0");
}

TEST(Numbers, AreGroupedByThousands) {
  EXPECT_EQ(rounded_count(999'999), "999,999");
  EXPECT_EQ(rounded_count(12'345'678), "12.3\u00a0million");
  EXPECT_EQ(rounded_count(4.56e9), "4.56\u00a0billion");
}

TEST(Numbers, ShowUnits) {
  EXPECT_EQ(percent(0.1234), "12.3\u00a0%");
  EXPECT_EQ(duration(0.5), "30\u00a0s");
  EXPECT_EQ(duration(90), "90.0\u00a0min");
  EXPECT_EQ(duration(330), "5.5\u00a0h");
}

TEST(Numbers, OfPBeginToBeSmallAtAThousandth) {
  EXPECT_EQ(p_value(0.000999), "< 0.001");
  EXPECT_EQ(p_value(0.0123), "0.012");
}

}  // namespace
}  // namespace regard::compare
