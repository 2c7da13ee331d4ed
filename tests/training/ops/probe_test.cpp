#include "ops/probe.h"

#include <gtest/gtest.h>

#include <thread>

namespace regard::ops {
namespace {

TEST(Probe, IsTheValueOfItsExpression) {
  auto x = torch::ones({2});
  EXPECT_TRUE(REGARD_OBSERVED("x", x).is_same(x));
  const auto* data = x.const_data_ptr<float>();
  EXPECT_EQ(REGARD_OBSERVED("moved", std::move(x)).const_data_ptr<float>(), data);
}

TEST(Probe, IsKeptByTheRecordingOfItsThread) {
  const auto x = torch::ones({2});
  REGARD_OBSERVED("before", x);
  {
    const Recording recording;
    const ProbeScope outer("encoder"), layer("layer", 3), none("");
    REGARD_OBSERVED("sum", torch::add(x, x));
    std::thread([&] { REGARD_OBSERVED("elsewhere", x); }).join();
    ASSERT_EQ(recording.values().size(), 1u);
    const auto& observed = recording.values().front();
    EXPECT_EQ(observed.path(), "encoder/layer/sum");
    EXPECT_EQ(observed.number_of("layer", 0), 3);
    EXPECT_EQ(observed.number_of("heads", 1), 1);
    EXPECT_TRUE(observed.value.equal(x + x));
    EXPECT_STREQ(observed.probe.expression, "torch::add(x, x)");
    EXPECT_EQ(observed.probe.source_file(), __FILE__);
  }
  EXPECT_FALSE(Recording::is_on());
}

TEST(Probe, NamesEachTensorOfAList) {
  const Recording recording;
  const auto parts = REGARD_OBSERVED("first half, second half", torch::arange(4).chunk(2));
  ASSERT_EQ(recording.values().size(), 2u);
  EXPECT_EQ(recording.values()[0].path(), "first half");
  EXPECT_EQ(recording.values()[1].path(), "second half");
  EXPECT_TRUE(recording.values()[1].value.equal(parts[1]));
}

TEST(Probe, GoesOnWithTheValueThatTheRecordingPutsInItsPlace) {
  const auto x = torch::ones({2});
  const Recording recording([](const Observed& observed) {
    return observed.path() == "layer/sum" ? observed.value * 10 : observed.value;
  });
  const auto outside = REGARD_OBSERVED("sum", x + x);
  const ProbeScope layer("layer");
  const auto inside = REGARD_OBSERVED("sum", x + x);
  const auto both = REGARD_OBSERVED("sum, rest", (std::vector{x, x}));
  EXPECT_TRUE(outside.equal(2 * x));
  EXPECT_TRUE(inside.equal(20 * x));
  EXPECT_TRUE(both[0].equal(10 * x));
  EXPECT_TRUE(both[1].equal(x));
  EXPECT_TRUE(recording.values()[1].value.equal(inside));
}

TEST(Probe, HasOneRecordingInAThread) {
  const Recording recording;
  EXPECT_THROW(Recording(), c10::Error);
}

TEST(Probe, NamesItsFileBelowTheSources) {
  EXPECT_EQ((Probe{"x", "x", "/usr/src/regard/src/training/nn/linear.cpp"}.source_file()),
            "src/training/nn/linear.cpp");
}

}  // namespace
}  // namespace regard::ops
