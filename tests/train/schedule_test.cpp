#include "regard/train/schedule.h"

#include <gtest/gtest.h>

#include <cmath>

namespace regard::train {
namespace {

config::TrainingOptions options(const std::string& schedule, double peak, int64_t warmup,
                                int64_t steps = 1000) {
  config::TrainingOptions options;
  options.schedule = schedule;
  options.learning_rate = peak;
  options.warmup = warmup;
  options.steps = steps;
  return options;
}

TEST(Schedule, OfVaswaniEtAlIsInverseSqrtWithItsPeakAtTheEndOfTheWarmUp) {
  // Section 5.3: d^-0.5 * min(step^-0.5, step * warmup^-1.5), d = 512, warmup = 4000.
  const auto ours = options("inverse_sqrt", std::pow(512.0 * 4000.0, -0.5), 4000);
  for (const int64_t step : {1, 2, 100, 3999, 4000, 4001, 8000, 100000}) {
    const auto s = static_cast<double>(step);
    const double paper =
        std::pow(512.0, -0.5) * std::min(std::pow(s, -0.5), s * std::pow(4000.0, -1.5));
    EXPECT_NEAR(learning_rate(ours, step), paper, 1e-12) << "step " << step;
  }
}

TEST(Schedule, GrowsLinearlyInTheWarmUp) {
  for (const char* schedule : {"constant", "inverse_sqrt", "cosine"}) {
    EXPECT_DOUBLE_EQ(learning_rate(options(schedule, 0.8, 4), 1), 0.2) << schedule;
    EXPECT_DOUBLE_EQ(learning_rate(options(schedule, 0.8, 4), 3), 0.6) << schedule;
    EXPECT_DOUBLE_EQ(learning_rate(options(schedule, 0.8, 4), 4), 0.8) << schedule;
  }
}

TEST(Schedule, WithoutWarmUpBeginsAtThePeak) {
  for (const char* schedule : {"constant", "inverse_sqrt"}) {
    EXPECT_DOUBLE_EQ(learning_rate(options(schedule, 0.8, 0), 1), 0.8) << schedule;
  }
  EXPECT_NEAR(learning_rate(options("cosine", 0.8, 0), 1), 0.8, 1e-5);
}

TEST(Schedule, ConstantStays) {
  EXPECT_DOUBLE_EQ(learning_rate(options("constant", 0.3, 10), 900), 0.3);
}

TEST(Schedule, CosineIsHalfWayInTheMiddleAndZeroAtTheEnd) {
  const auto cosine = options("cosine", 0.8, 200, 1000);
  EXPECT_NEAR(learning_rate(cosine, 600), 0.4, 1e-12);
  EXPECT_NEAR(learning_rate(cosine, 1000), 0.0, 1e-12);
}

}  // namespace
}  // namespace regard::train
