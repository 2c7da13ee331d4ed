#include "trainer/training_log.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/log.h"

namespace regard::train {
namespace {

using std::chrono::hours;

constexpr double kSecondsOfAnHour = 3600;

TEST(Speedometer, AddsUpStepsAndDividesByTheirTime) {
  Speedometer speedometer([] { return 1000; });
  speedometer.leave_out(-hours(1));  // as if it had started an hour ago
  speedometer.add({.loss = 2, .source_tokens = 3600, .target_tokens = 7200, .flops = 90 * 3600});
  speedometer.add({.loss = 3, .source_tokens = 3600, .target_tokens = 3600, .flops = 10 * 3600});
  EXPECT_EQ(speedometer.sums().loss, 5);
  EXPECT_EQ(speedometer.sums().target_tokens, 10800);
  EXPECT_NEAR(speedometer.tokens_per_second(), 5, 0.01);
  EXPECT_NEAR(speedometer.seconds_per_step(), kSecondsOfAnHour / 2, 1);
  EXPECT_NEAR(speedometer.utilization(), 0.1, 0.001);
  EXPECT_EQ(speedometer.in_words(), "5 tokens/s");
  set_verbose(true);
  EXPECT_EQ(speedometer.in_words(), "5 tokens/s, 10 % MFU");
  set_verbose(false);
}

// A machine that was busy with other work when its throughput was first measured.
TEST(Speedometer, ComparesWithTheFastestRateThatWasMeasured) {
  double rate = 100;
  Speedometer speedometer([&] { return rate; });
  const auto utilization = [&] {
    speedometer.restart();
    speedometer.leave_out(-hours(1));
    speedometer.add({.source_tokens = 1, .target_tokens = 1, .flops = 10 * 3600});
    std::this_thread::sleep_for(std::chrono::milliseconds(10));  // until it measures again
    return speedometer.utilization();
  };
  EXPECT_NEAR(utilization(), 0.1, 0.001);
  rate = 1000;
  EXPECT_NEAR(utilization(), 0.01, 0.0001);
  rate = 500;
  EXPECT_NEAR(utilization(), 0.01, 0.0001);
}

TEST(Speedometer, MeasuresSeldomAndLeavesThatTimeOut) {
  int measurements = 0;
  Speedometer speedometer([&] {
    ++measurements;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return 1000.0;
  });
  EXPECT_EQ(measurements, 0);
  for (int i = 0; i < 3; ++i) {
    speedometer.add({.source_tokens = 1, .target_tokens = 1, .flops = 1});
    speedometer.utilization();
  }
  EXPECT_EQ(measurements, 1);
  EXPECT_LT(speedometer.seconds(), 0.3);
}

// Regardless of the measured throughput, the steps themselves count as matrix multiplications of
// this machine.
TEST(Speedometer, NeverFindsMoreThanTheMachineCanDo) {
  Speedometer speedometer([] { return 1000; });
  speedometer.leave_out(-hours(1));
  speedometer.add({.source_tokens = 1, .target_tokens = 1, .flops = 2000 * 3600});
  EXPECT_EQ(speedometer.utilization(), 1);
  speedometer.restart();
  speedometer.leave_out(-hours(1));
  speedometer.add({.source_tokens = 1, .target_tokens = 1, .flops = 1000 * 3600});
  EXPECT_NEAR(speedometer.utilization(), 0.5, 0.001);
}

TEST(Speedometer, ForgetsAllWhenItIsRestarted) {
  Speedometer speedometer([] { return 1000; });
  speedometer.leave_out(-hours(1));
  speedometer.add({.source_tokens = 100, .target_tokens = 100});
  speedometer.restart();
  EXPECT_EQ(speedometer.sums().target_tokens, 0);
  EXPECT_LT(speedometer.seconds(), kSecondsOfAnHour);
}

}  // namespace
}  // namespace regard::train
