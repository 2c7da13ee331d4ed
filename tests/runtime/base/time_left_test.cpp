#include "base/stopwatch.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

constexpr int64_t kTotal = 10000;

// A job that has run at one item per second for so long that its start no longer counts.
class TimeLeftTest : public testing::Test {
 protected:
  TimeLeftTest() { work(1000, 1); }

  void work(int seconds, int64_t each_second) {
    for (int i = 0; i < seconds; ++i) left_ = time_.update(++now_, done_ += each_second);
  }
  double speed() const { return static_cast<double>(kTotal - done_) / left_; }

  TimeLeft time_{kTotal};
  double now_ = 0;
  int64_t done_ = 0;
  double left_ = 0;
};

TEST_F(TimeLeftTest, OfASteadyJobIsExact) { EXPECT_DOUBLE_EQ(left_, 9000); }

TEST_F(TimeLeftTest, FollowsAChangeOfSpeedByHalfInTwentySeconds) {
  work(20, 3);
  EXPECT_NEAR(speed(), 2.0, 1e-9);
  work(20, 3);
  EXPECT_NEAR(speed(), 2.5, 1e-9);
}

TEST_F(TimeLeftTest, DoesNotCountAPause) {
  time_.pause();
  now_ += 500;
  work(10, 1);
  EXPECT_NEAR(speed(), 1.0, 1e-9);
}

TEST(TimeLeft, CountsFromTheBeginningOfAResumedJob) {
  TimeLeft time(100);
  EXPECT_EQ(time.update(7, 50), -1);
  EXPECT_DOUBLE_EQ(time.update(9, 60), 8);
}

TEST(TimeLeft, IsUnknownAtFirstAndWhileNothingIsDone) {
  TimeLeft time(100);
  time.update(0, 0);
  EXPECT_EQ(time.update(0.5, 10), -1);
  TimeLeft stuck(100);
  stuck.update(0, 0);
  EXPECT_EQ(stuck.update(60, 0), -1);
}

}  // namespace
}  // namespace regard
