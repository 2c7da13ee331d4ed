#include "serve/memory_limits.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "serve/limits.h"

namespace regard::serve {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20U;

/// 0 if an address-space limit bounds the memory of requests and their threads.
int limits_under(rlim_t bytes) {
  const rlimit limit{.rlim_cur = bytes, .rlim_max = bytes};
  ::setrlimit(RLIMIT_AS, &limit);
  const bool is_bounded = memory_for_requests() <= bytes / 2 && threads_for_requests(10'000) < 500;
  return is_bounded && !has_address_space(bytes) ? 0 : 1;
}

TEST(MemoryLimits, AreThoseOfTheMachineAndTheBounds) {
  EXPECT_GT(memory_for_requests(), 0);
  EXPECT_LE(memory_for_requests(), bounds::kAllRequestBytes);
  EXPECT_EQ(threads_for_requests(3), 3);
  EXPECT_TRUE(has_address_space(kMebibyte));
}

// Runs in a new process, because the limits cannot be undone.
TEST(MemoryLimitsDeathTest, AreThoseOfTheAddressSpaceToo) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need address space";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(::_exit(limits_under(4096 * kMebibyte)), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace regard::serve
