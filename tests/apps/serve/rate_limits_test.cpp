#include "serve/limits.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

using std::chrono::seconds;
using Clock = RateLimits::Clock;

TEST(RateLimits, LetAMinutesRequestsPassAtOnceAndThenOneAtATime) {
  RateLimits limits;
  const Clock::time_point start{};
  for (int request = 0; request < 60; ++request) {
    EXPECT_FALSE(limits.take("client", 60, 1, start)) << request;
  }
  const auto wait = limits.take("client", 60, 1, start);
  ASSERT_TRUE(wait);
  EXPECT_NEAR(std::chrono::duration<double>(*wait).count(), 1.0, 1e-6);
  EXPECT_FALSE(limits.take("client", 60, 1, start + seconds(1)));
  EXPECT_TRUE(limits.take("client", 60, 1, start + seconds(1)));
}

TEST(RateLimits, CountEachClientByItself) {
  RateLimits limits;
  const Clock::time_point start{};
  EXPECT_FALSE(limits.take("one", 1, 1, start));
  EXPECT_TRUE(limits.take("one", 1, 1, start));
  EXPECT_FALSE(limits.take("other", 1, 1, start));
}

TEST(RateLimits, OfZeroAreNone) {
  RateLimits limits;
  for (int request = 0; request < 1000; ++request) EXPECT_FALSE(limits.take("client", 0));
}

TEST(RateLimits, LetARequestThatCostsMoreThanAMinutePassWithAFullBucket) {
  RateLimits limits;
  const Clock::time_point start{};
  EXPECT_FALSE(limits.take("client", 10, 25, start));
  EXPECT_TRUE(limits.take("client", 10, 25, start + seconds(59)));
  EXPECT_FALSE(limits.take("client", 10, 25, start + seconds(60)));
}

TEST(RateLimits, StoreABoundedNumberOfClients) {
  RateLimits limits(2);
  const Clock::time_point start{};
  EXPECT_FALSE(limits.take("one", 1, 1, start));
  EXPECT_FALSE(limits.take("two", 1, 1, start));
  EXPECT_FALSE(limits.take("three", 1, 1, start));
  EXPECT_TRUE(limits.take("three", 1, 1, start));
  EXPECT_FALSE(limits.take("one", 1, 1, start)) << "is no longer remembered";
}

}  // namespace
}  // namespace regard::serve
