#include "base/stopwatch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "support/base/temporary_folder.h"

namespace regard {
namespace {

class CostMeterTest : public testing::Test {
 protected:
  void counter(const std::string& name, const std::string& microjoules) const {
    folder_.write(name + "/energy_uj", microjoules + "\n");
    folder_.write(name + "/max_energy_range_uj", "10000000\n");
  }
  test::TemporaryFolder folder_;
};

TEST_F(CostMeterTest, AddsUpPackagesAndNotTheirParts) {
  counter("intel-rapl:0", "1000000");
  counter("intel-rapl:0:0", "5");
  counter("intel-rapl:1", "2000000");
  CostMeter meter(folder_.path());
  counter("intel-rapl:0", "1500000");
  counter("intel-rapl:0:0", "6000000");
  counter("intel-rapl:1", "5000000");
  EXPECT_DOUBLE_EQ(meter.lap().joules, 3.5);
}

TEST_F(CostMeterTest, KnowsThatCountersWrapAround) {
  counter("intel-rapl:0", "9000000");
  CostMeter meter(folder_.path());
  counter("intel-rapl:0", "500000");
  EXPECT_DOUBLE_EQ(meter.lap().joules, 1.5);
}

TEST_F(CostMeterTest, CountsFromTheLastReading) {
  counter("intel-rapl:0", "1000000");
  CostMeter meter(folder_.path());
  counter("intel-rapl:0", "4000000");
  EXPECT_DOUBLE_EQ(meter.lap().joules, 3.0);
  EXPECT_DOUBLE_EQ(meter.lap().joules, 0.0);
  counter("intel-rapl:0", "3000000");  // the counter wrapped around
  EXPECT_DOUBLE_EQ(meter.lap().joules, 9.0);
}

TEST_F(CostMeterTest, TimesEachLap) {
  CostMeter meter(folder_.path());
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const Cost first = meter.lap(), second = meter.lap();
  EXPECT_GE(first.seconds, 0.02);
  EXPECT_LT(second.seconds, first.seconds);
}

TEST_F(CostMeterTest, HasNoEnergyWithoutACounter) {
  EXPECT_TRUE(std::isnan(CostMeter(folder_.path()).lap().joules));
  EXPECT_TRUE(std::isnan(CostMeter(folder_ / "nowhere").lap().joules));
}

}  // namespace
}  // namespace regard
