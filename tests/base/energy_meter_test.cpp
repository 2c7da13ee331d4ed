#include "regard/base/energy_meter.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"

namespace regard {
namespace {

class EnergyMeterTest : public testing::Test {
 protected:
  void counter(const std::string& name, const std::string& microjoules) const {
    folder_.write(name + "/energy_uj", microjoules + "\n");
    folder_.write(name + "/max_energy_range_uj", "10000000\n");
  }
  test::TemporaryFolder folder_;
};

TEST_F(EnergyMeterTest, AddsUpPackagesAndNotTheirParts) {
  counter("intel-rapl:0", "1000000");
  counter("intel-rapl:0:0", "5");
  counter("intel-rapl:1", "2000000");
  EnergyMeter meter(folder_.path());
  counter("intel-rapl:0", "1500000");
  counter("intel-rapl:0:0", "6000000");
  counter("intel-rapl:1", "5000000");
  EXPECT_DOUBLE_EQ(meter.joules().value(), 3.5);
}

TEST_F(EnergyMeterTest, KnowsThatCountersGoRound) {
  counter("intel-rapl:0", "9000000");
  EnergyMeter meter(folder_.path());
  counter("intel-rapl:0", "500000");
  EXPECT_DOUBLE_EQ(meter.joules().value(), 1.5);
}

TEST_F(EnergyMeterTest, CountsFromTheLastReading) {
  counter("intel-rapl:0", "1000000");
  EnergyMeter meter(folder_.path());
  counter("intel-rapl:0", "4000000");
  EXPECT_DOUBLE_EQ(meter.joules().value(), 3.0);
  EXPECT_DOUBLE_EQ(meter.joules().value(), 0.0);
  counter("intel-rapl:0", "3000000");  // once round
  EXPECT_DOUBLE_EQ(meter.joules().value(), 9.0);
}

TEST_F(EnergyMeterTest, SaysNothingWhereThereIsNoCounter) {
  EXPECT_FALSE(EnergyMeter(folder_.path()).joules());
  EXPECT_FALSE(EnergyMeter(folder_ / "nowhere").joules());
}

}  // namespace
}  // namespace regard
