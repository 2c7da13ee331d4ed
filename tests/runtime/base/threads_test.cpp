#include "base/machine.h"

#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace regard {
namespace {

class Threads : public testing::Test {
 protected:
  void TearDown() override { set_threads(before_); }

  int64_t before_ = threads();
};

TEST_F(Threads, AreAtLeastOne) {
  EXPECT_GE(threads(), 1);
  set_threads(0);
  EXPECT_EQ(threads(), 1);
  set_threads(3);
  EXPECT_EQ(threads(), 3);
}

TEST_F(Threads, ShareWorkInConsecutiveParts) {
  for (const int64_t number : {1, 2, 3, 8}) {
    set_threads(number);
    for (const int64_t count : {0, 1, 7, 100}) {
      for (const int64_t least : {1, 5, 1000}) {
        std::mutex mutex;
        std::set<std::pair<int64_t, int64_t>> parts;
        for_parts(count, least, [&](int64_t begin, int64_t end) {
          const std::lock_guard lock(mutex);
          parts.emplace(begin, end);
        });
        EXPECT_LE(static_cast<int64_t>(parts.size()), number);
        int64_t next = 0;
        for (const auto& [begin, end] : parts) {
          EXPECT_EQ(begin, next);
          if (parts.size() > 1) {
            EXPECT_GE(end - begin, least);
          }
          next = end;
        }
        EXPECT_EQ(next, count);
      }
    }
  }
}

TEST_F(Threads, ThrowWhatTheFirstPartThrew) {
  set_threads(4);
  const auto work = [](int64_t begin, int64_t) {
    if (begin > 0) throw std::runtime_error(std::to_string(begin));
  };
  try {
    for_parts(40, 1, work);
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "10");
  }
}

}  // namespace
}  // namespace regard
