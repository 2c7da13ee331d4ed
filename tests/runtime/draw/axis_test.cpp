#include "draw/axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace regard::draw {
namespace {

TEST(LinearTicks, AreRoundNumbersWithinTheLimits) {
  EXPECT_EQ(linear_ticks(0, 10, 6), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(linear_ticks(-1, 1, 5), (std::vector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(linear_ticks(0.2, 0.9, 4).size(), 4u);  // 0.2, 0.4, 0.6, 0.8
}

TEST(LinearTicks, AreNeverMoreThanAskedForNorFewerThanTwo) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(-100, 100), size(-6, 6);
  for (int trial = 0; trial < 1000; ++trial) {
    const double low = place(random), high = low + std::pow(10.0, size(random));
    const auto ticks = linear_ticks(low, high, 7);
    EXPECT_LE(ticks.size(), 7u) << low << ' ' << high;
    EXPECT_GE(ticks.size(), 2u) << low << ' ' << high;
    EXPECT_GE(ticks.front(), low - 1e-6 * (high - low));
    EXPECT_LE(ticks.back(), high + 1e-6 * (high - low));
  }
}

TEST(LogTicks, ArePowersOfTen) {
  EXPECT_EQ(log_ticks(1, 1000, 6), (std::vector<double>{1, 10, 100, 1000}));
  EXPECT_EQ(log_ticks(1, 10, 6), (std::vector<double>{1, 2, 5, 10}));
  EXPECT_LE(log_ticks(1e-30, 1, 7).size(), 7u);
  EXPECT_GE(log_ticks(1e-30, 1, 7).size(), 3u);
  EXPECT_GE(log_ticks(3, 4, 7).size(), 2u);
}

TEST(AxisScale, PutsLimitsAtTheEndsAndValuesBetween) {
  const AxisScale linear({}, 0, 4, 100, 300, 5);
  EXPECT_DOUBLE_EQ(linear(0), 100);
  EXPECT_DOUBLE_EQ(linear(1), 150);
  EXPECT_DOUBLE_EQ(linear(4), 300);
  const AxisScale log({.scale = Scale::log}, 1, 100, 300, 100, 5);  // upwards
  EXPECT_DOUBLE_EQ(log(1), 300);
  EXPECT_DOUBLE_EQ(log(10), 200);
  EXPECT_DOUBLE_EQ(log(100), 100);
}

TEST(AxisScale, HasFewTicksForAnyTwoNumbers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> numbers = {-kInfinity, -1.7e308,  -1e308,    -1e300, -1,    -5e-324,
                                       0,          5e-324,    1e-310,    1e-300, 1e-20, 1,
                                       1 + 2e-16,  1 + 1e-10, 2,         1e15,   1e16,  1e300,
                                       1e308,      1.7e308,   kInfinity, NAN};
  for (const auto scale : {Scale::linear, Scale::log}) {
    for (const double low : numbers) {
      for (const double high : numbers) {
        const AxisScale axis({.scale = scale}, low, high, 0, 100, 6);
        ASSERT_LT(axis.low(), axis.high()) << low << ' ' << high;
        ASSERT_LE(axis.ticks().size(), 6U) << low << ' ' << high;
        for (const double tick : axis.ticks()) {
          ASSERT_GE(axis(tick), -0.001) << low << ' ' << high;
          ASSERT_LE(axis(tick), 100.001) << low << ' ' << high;
          ASSERT_LT(axis.tick_label(tick).size(), 40U);
        }
      }
    }
  }
}

TEST(AxisScale, UsesTheGivenLimitsAndTicks) {
  const AxisScale scale({.min = 0, .max = 64, .ticks = {8, 16, 64, 128}}, 10, 50, 0, 1, 5);
  EXPECT_EQ(scale.low(), 0);
  EXPECT_EQ(scale.ticks(), (std::vector<double>{8, 16, 64}));
}

TEST(AxisScale, ShowsOnlyWhatHasAPlace) {
  const AxisScale log({.scale = Scale::log}, 1, 100, 0, 1, 5);
  EXPECT_TRUE(log.shows(1));
  EXPECT_FALSE(log.shows(0));
  EXPECT_FALSE(log.shows(101));
  EXPECT_FALSE(log.shows(NAN));
}

TEST(AxisScale, HasRoomAroundASingleValueAndWithoutAny) {
  const AxisScale single({}, 3, 3, 0, 100, 5);
  EXPECT_DOUBLE_EQ(single(3), 50);
  const AxisScale none({}, INFINITY, -INFINITY, 0, 100, 5);
  EXPECT_TRUE(std::isfinite(none(0)));
}

TEST(AxisScale, LabelsTicksWithTheDigitsThatTellThemApart) {
  const AxisScale fine({}, 1000, 1000.4, 0, 1, 5);
  EXPECT_EQ(fine.tick_label(1000.1), "1000.1");
  const AxisScale coarse({}, 0, 1, 0, 1, 6);
  EXPECT_EQ(coarse.tick_label(0.6000000000000001), "0.6");
  EXPECT_EQ(coarse.tick_label(1e-17), "0");
}

}  // namespace
}  // namespace regard::draw
