#include "serve/work_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <optional>

namespace regard::serve {
namespace {

TEST(WorkPool, DoesAllThatItHasTakenBeforeItEnds) {
  std::atomic<int> done{0};
  {
    WorkPool pool(3, 100);
    for (int task = 0; task < 50; ++task) EXPECT_TRUE(pool.add([&] { ++done; }));
  }
  EXPECT_EQ(done, 50);
}

TEST(WorkPool, TurnsAwayWhatFindsNeitherAThreadNorAPlaceToWait) {
  WorkPool pool(2, 3);
  std::latch begun(2), go_on(1);
  for (int task = 0; task < 2; ++task) {
    ASSERT_TRUE(pool.add([&] {
      begun.count_down();
      go_on.wait();
    }));
  }
  begun.wait();
  for (int task = 0; task < 3; ++task) EXPECT_TRUE(pool.add([] {})) << task;
  EXPECT_FALSE(pool.add([] {}));
  EXPECT_EQ(pool.waiting(), 3);
  EXPECT_EQ(pool.working(), 2);
  go_on.count_down();
}

TEST(WorkPool, WithoutPlacesToWaitTakesOneTaskForEachThread) {
  WorkPool pool(1, 0);
  std::latch begun(1), go_on(1);
  ASSERT_TRUE(pool.add([&] {
    begun.count_down();
    go_on.wait();
  }));
  begun.wait();
  EXPECT_FALSE(pool.add([] {}));
  go_on.count_down();
}

}  // namespace
}  // namespace regard::serve
