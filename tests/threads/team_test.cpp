// The data that the inference engine's threads share, and the log.
#include "engine/team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "base/log.h"
#include "engine/parameters.h"
#include "threads/together.h"

namespace regard::engine {
namespace {

// Plain numbers, not atomic ones: the team itself must order its members' reads and writes.
TEST(TeamOfThreads, HasDoneEveryMembersPartWhenRunReturns) {
  Team team(3);
  std::vector<int64_t> numbers(30, 0);
  for (int64_t round = 1; round <= 300; ++round) {
    team.run([&](int64_t member) {
      const auto [begin, end] = share_of(30, member, team.members());
      for (int64_t i = begin; i < end; ++i) ++numbers[static_cast<size_t>(i)];
    });
    ASSERT_EQ(std::accumulate(numbers.begin(), numbers.end(), int64_t{0}), 30 * round);
  }
}

TEST(TeamOfThreads, WorksBesideOtherTeams) {
  test::together([](size_t) {
    Team team(2);
    std::vector<int64_t> sums(2, 0);
    for (int64_t round = 0; round < 50; ++round) {
      team.run([&](int64_t member) { sums[static_cast<size_t>(member)] += round; });
    }
    EXPECT_EQ(sums, (std::vector<int64_t>{1225, 1225}));
  });
}

TEST(PositionTableOfThreads, HoldsWhatItHeldWhileOthersMakeItLonger) {
  PositionTable table(2, [](int64_t count) {
    std::vector<float> rows(static_cast<size_t>(count) * 2);
    std::iota(rows.begin(), rows.end(), 0.0F);
    return rows;
  });
  test::together([&](size_t thread) {
    for (size_t count = thread + 1; count < 200; count += 3) {
      const auto rows = table.at_least(static_cast<int64_t>(count));
      ASSERT_GE(rows->size(), 2 * count);
      ASSERT_EQ((*rows)[2 * count - 1], static_cast<float>(2 * count - 1));
    }
  });
}

TEST(LogOfThreads, PrintsWholeLines) {
  testing::internal::CaptureStderr();
  test::together([](size_t thread) {
    for (int i = 0; i < 50; ++i) {
      log_info("line of thread ", thread);
      log_warning("warning of thread ", thread);
      show_status("a status");
    }
  });
  std::istringstream said(testing::internal::GetCapturedStderr());
  size_t lines = 0;
  for (std::string line; std::getline(said, line); ++lines) {
    const auto end = line.find(" of thread ");
    ASSERT_NE(end, std::string::npos) << line;
    const auto begin = line.substr(0, end);
    ASSERT_TRUE(begin == "line" || begin == "regard: warning: warning") << line;
    ASSERT_EQ(line.size(), end + std::string(" of thread 0").size()) << line;
  }
  EXPECT_EQ(lines, 100 * test::kThreads);
}

}  // namespace
}  // namespace regard::engine
