#include "base/stopwatch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace regard {
namespace {

TEST(Stopwatch, CountsTheSecondsSinceItWasMade) {
  const Stopwatch earlier;
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const Stopwatch later;
  const double since_later = later.seconds();
  EXPECT_GE(since_later, 0.0);
  EXPECT_GE(earlier.seconds(), since_later + 0.002);
}

}  // namespace
}  // namespace regard
