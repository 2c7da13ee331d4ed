#include "serve/limits.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "serve/request_body.h"

namespace regard::serve {
namespace {

using nlohmann::json;

/// Uses up the process's memory, so that later allocations fail.
void take_all_memory() {
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t bytes_in_use = pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const rlimit limit{.rlim_cur = bytes_in_use, .rlim_max = bytes_in_use};
  ::setrlimit(RLIMIT_AS, &limit);
  for (size_t bytes = size_t{1} << 20U; bytes > 0; bytes /= 2) {
    while (std::malloc(bytes) != nullptr) continue;
  }
}

/// 0 if an error unwinds past JSON, whose destructor allocates.
int throw_past_json() {
  const MemoryReserve reserve;
  try {
    const json value = {{"a", {1, 2, {{"b", "c"}}}}, {"d", "e"}};
    take_all_memory();
    throw std::runtime_error("an error");
  } catch (const std::runtime_error&) {
    return 0;
  }
}

// Each test runs in a new process, because it uses up all memory.
TEST(MemoryReserveDeathTest, LetsErrorsUnwindWithoutMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need address space";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(::_exit(throw_past_json()), testing::ExitedWithCode(0), "");
}

/// 0 if a request's JSON can be destroyed, although the library allocates memory for that.
int end_json_of_a_request() {
  {
    const RequestJson value({{"a", {1, 2, {{"b", "c"}}}}, {"d", {"e", json::array()}}});
    take_all_memory();
  }
  return 0;
}

TEST(RequestJsonDeathTest, IsDestroyedWithoutMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need address space";
#endif
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(::_exit(end_json_of_a_request()), testing::ExitedWithCode(0), "");
}

TEST(MemoryReserve, IsTakenAgainWhenThereIsMemory) {
  MemoryReserve reserve;
  EXPECT_TRUE(reserve.is_whole());
  EXPECT_THROW(static_cast<void>(operator new (size_t{1} << 60U)), std::bad_alloc)
      << "gives up what is not for errors";
  EXPECT_TRUE(reserve.is_whole());
}

}  // namespace
}  // namespace regard::serve
