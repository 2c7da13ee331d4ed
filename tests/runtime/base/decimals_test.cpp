#include "base/readable.h"

#include <gtest/gtest.h>

#include <limits>

namespace regard {
namespace {

TEST(Fixed, HasTheGivenNumberOfDecimals) {
  EXPECT_EQ(fixed(3.14159, 2), "3.14");
  EXPECT_EQ(fixed(2, 3), "2.000");
  EXPECT_EQ(fixed(-0.5, 1), "-0.5");
  EXPECT_EQ(fixed(61.6, 0), "62");
}

TEST(Fixed, RoundsTheExactBinaryValueAsPythonDoes) {
  EXPECT_EQ(fixed(0.125, 2), "0.12");  // a tie rounds to even
  EXPECT_EQ(fixed(0.375, 2), "0.38");
  EXPECT_EQ(fixed(2.675, 2), "2.67");  // the binary value is below the tie
  EXPECT_EQ(fixed(99.95, 1), "100.0");
  EXPECT_EQ(fixed(59.4, 0), "59");
}

TEST(Fixed, HasNoNegativeZero) {
  EXPECT_EQ(fixed(-0.0, 2), "0.00");
  EXPECT_EQ(fixed(-0.004, 2), "0.00");
  EXPECT_EQ(fixed(-0.4, 0), "0");
  EXPECT_EQ(fixed(-0.006, 2), "-0.01");
}

TEST(Fixed, WritesLargeNumbersOutAndNamesOtherValues) {
  EXPECT_EQ(fixed(1e20, 1), "100000000000000000000.0");
  EXPECT_EQ(fixed(std::numeric_limits<double>::max(), 6).size(), 309U + 1 + 6);
  EXPECT_EQ(fixed(std::numeric_limits<double>::infinity(), 2), "inf");
  EXPECT_EQ(fixed(std::numeric_limits<double>::quiet_NaN(), 2), "nan");
}

TEST(WithSign, ShowsTheSignExceptOfZero) {
  EXPECT_EQ(with_sign(1.5, 2), "+1.50");
  EXPECT_EQ(with_sign(-1.5, 2), "−1.50");
  EXPECT_EQ(with_sign(-0.001, 2), "0.00");
}

TEST(Decimals, GroupThousands) {
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(-123456), "-123,456");
}

}  // namespace
}  // namespace regard
