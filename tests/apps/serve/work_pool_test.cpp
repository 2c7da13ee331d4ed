#include "serve/work_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <latch>
#include <new>
#include <optional>
#include <thread>

namespace regard::serve {
namespace {

TEST(WorkPool, FinishesItsTasksBeforeItEnds) {
  std::atomic<int> done{0};
  {
    WorkPool pool(3, 100);
    for (int task = 0; task < 50; ++task) EXPECT_TRUE(pool.add([&] { ++done; }));
  }
  EXPECT_EQ(done, 50);
}

TEST(WorkPool, RejectsATaskWithoutAThreadOrAPlaceInTheQueue) {
  WorkPool pool(2, 3);
  std::latch begun(2), resume_at(1);
  for (int task = 0; task < 2; ++task) {
    ASSERT_TRUE(pool.add([&] {
      begun.count_down();
      resume_at.wait();
    }));
  }
  begun.wait();
  for (int task = 0; task < 3; ++task) EXPECT_TRUE(pool.add([] {})) << task;
  EXPECT_FALSE(pool.add([] {}));
  EXPECT_EQ(pool.waiting(), 3);
  EXPECT_EQ(pool.working(), 2);
  resume_at.count_down();
}

TEST(WorkPool, EndsIdleThreads) {
  std::atomic<int> done{0};
  WorkPool pool(4, 100, std::chrono::milliseconds(20));
  for (int round = 1; round <= 2; ++round) {
    std::latch begun(4);
    for (int task = 0; task < 4; ++task) {
      EXPECT_TRUE(pool.add([&] {
        begun.arrive_and_wait();
        ++done;
      }));
    }
    begun.wait();
    for (int time = 0; time < 500 && pool.threads() > 1; ++time) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(pool.threads(), 1);
    EXPECT_EQ(done, 4 * round);
  }
}

/// Leaves the process no address space for the stack of another thread.
void allow_no_more_threads() {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = pages * 4096 + (size_t{2} << 20U);
  ::setrlimit(RLIMIT_AS, &limit);
}

TEST(WorkPoolDeathTest, RejectsTasksIfTheSystemAllowsNoThread) {
  EXPECT_EXIT(
      {
        allow_no_more_threads();
        WorkPool pool(100, 100);
        std::_Exit(pool.add([] {}) ? 1 : 0);
      },
      testing::ExitedWithCode(0), "");
}

TEST(WorkPoolDeathTest, LetsTasksWaitForExistingThreads) {
  EXPECT_EXIT(
      {
        std::atomic<int> done{0};
        {
          WorkPool pool(100, 100);
          std::latch resume_at(1);
          pool.add([&] { resume_at.wait(); });
          allow_no_more_threads();
          for (int task = 0; task < 20; ++task) pool.add([&] { ++done; });
          resume_at.count_down();
        }
        std::_Exit(done == 20 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(WorkPool, SurvivesATaskThatThrows) {
  std::atomic<int> done{0};
  {
    WorkPool pool(1, 10);
    pool.add([] { throw std::bad_alloc(); });
    pool.add([&] { ++done; });
  }
  EXPECT_EQ(done, 1);
}

TEST(WorkPool, AcceptsOneTaskForEachThreadWithoutAQueue) {
  WorkPool pool(1, 0);
  std::latch begun(1), resume_at(1);
  ASSERT_TRUE(pool.add([&] {
    begun.count_down();
    resume_at.wait();
  }));
  begun.wait();
  EXPECT_FALSE(pool.add([] {}));
  resume_at.count_down();
}

}  // namespace
}  // namespace regard::serve
