#include "metrics/numpy_array.h"

#include <gtest/gtest.h>

#include <cmath>

// Expected values are from NumPy 2.4 and Python 3.11.
namespace regard::metrics {
namespace {

NumpyArray roots(int count, bool float32) {
  NumpyArray array;
  for (int i = 0; i < count; ++i) {
    const double root = std::sqrt(i);
    array.add(float32 ? NumpyNumber::float32(static_cast<float>(root)) : NumpyNumber(root));
  }
  return array;
}

TEST(NumpyArray, SumsHalvesInPairsForItsMean) {
  EXPECT_EQ(roots(7, false).mean().value(), 1.5474031557464198);
  EXPECT_EQ(roots(1000, false).mean().value(), 21.065833110879048);
  EXPECT_EQ(roots(301, true).mean().value(), 11.53673267364502);
}

TEST(NumpyArray, RoundsTheMeanOfAnIntervalOnce) {
  EXPECT_EQ(interval_of(roots(1000, false)).mean, 21.06583311087905);
  EXPECT_EQ(interval_of(roots(301, true)).mean, 11.536731719970703);
  EXPECT_EQ(interval_with_numpy_mean(roots(301, true)).mean, 11.53673267364502);
}

TEST(NumpyArray, CutsOffAFortiethAtBothEndsOfAnInterval) {
  NumpyArray scores;
  for (int i = 79; i >= 0; --i) scores.add(static_cast<double>(i));
  EXPECT_EQ(interval_of(scores).half_width, (77.0 - 2.0) / 2.0);
}

TEST(NumpyArray, IsOfDoublesAsSoonAsOneNumberIs) {
  NumpyArray array;
  array.add(NumpyNumber::float32(0.1F));
  array.add(0.2);
  EXPECT_FALSE(array.mean().is_float32());
  EXPECT_EQ(array.mean().value(), (static_cast<double>(0.1F) + 0.2) / 2.0);
}

TEST(NumpyArray, ComparesInFloat32WhenItHoldsFloat32) {
  NumpyArray tenths;
  for (int i = 0; i < 1000; ++i) tenths.add(NumpyNumber::float32(static_cast<float>(i * 0.1)));
  EXPECT_EQ(tenths.count_above_mean_by_more_than(0.1), 499U);
}

TEST(NumpyNumber, BecomesFloat32WhereBothKindsMeet) {
  const NumpyNumber third = NumpyNumber::float32(1.0F) / NumpyNumber(3.0);
  EXPECT_TRUE(third.is_float32());
  EXPECT_EQ(third.value(), static_cast<double>(1.0F / 3.0F));
  EXPECT_EQ((NumpyNumber(1.0) / NumpyNumber(3.0)).value(), 1.0 / 3.0);
}

}  // namespace
}  // namespace regard::metrics
