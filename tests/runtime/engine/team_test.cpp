#include "engine/team.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace regard::engine {
namespace {

TEST(Team, RethrowsAMembersExceptionWhenAllAreDone) {
  Team team(3);
  for (int64_t thrower = 0; thrower < 3; ++thrower) {
    std::atomic<int> done{0};
    const auto work = [&](int64_t member) {
      if (member == thrower) throw std::runtime_error("lost");
      ++done;
    };
    EXPECT_THROW(team.run(work), std::runtime_error) << thrower;
    EXPECT_EQ(done, 2) << thrower;
  }
  EXPECT_NO_THROW(team.run([](int64_t) {}));
}

/// Limits the address space of the process so that it can grow by less than the stacks of a few
/// threads.
void allow_no_more_threads() {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit{};
  ::getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = pages * 4096 + (size_t{16} << 20U);
  ::setrlimit(RLIMIT_AS, &limit);
}

TEST(TeamDeathTest, HasFewerMembersIfTheSystemAllowsNoMoreThreads) {
  EXPECT_EXIT(
      {
        allow_no_more_threads();
        Team team(200);
        std::atomic<int64_t> called{0};
        team.run([&](int64_t) { ++called; });
        std::_Exit(team.members() < 200 && called == team.members() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace regard::engine
