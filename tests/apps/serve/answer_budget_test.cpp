#include "serve/limits.h"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>
#include <vector>

namespace regard::serve {
namespace {

TEST(AnswerBudget, GrantsPartsUntilNothingIsLeft) {
  AnswerBudget budget(100);
  auto one = budget.take(60);
  ASSERT_TRUE(one);
  EXPECT_FALSE(budget.take(41));
  const auto other = budget.take(40);
  EXPECT_TRUE(other);
  EXPECT_EQ(budget.taken(), 100);
  one.reset();
  EXPECT_EQ(budget.taken(), 40);
  EXPECT_TRUE(budget.take(60));
}

TEST(AnswerBudget, GrantsNoMoreThanIsLeft) {
  AnswerBudget budget(100);
  EXPECT_FALSE(budget.take(101));
  EXPECT_FALSE(budget.take(std::numeric_limits<size_t>::max()));
  EXPECT_EQ(budget.taken(), 0);
}

TEST(AnswerBudget, HoldsForManyThreads) {
  AnswerBudget budget(10);
  std::atomic<size_t> most{0};
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&] {
        for (int time = 0; time < 10'000; ++time) {
          const auto part = budget.take(3);
          if (budget.taken() > 10) most = budget.taken();
        }
      });
    }
  }
  EXPECT_EQ(most, 0);
  EXPECT_EQ(budget.taken(), 0);
}

}  // namespace
}  // namespace regard::serve
