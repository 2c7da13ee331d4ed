#include "base/readable.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

TEST(Counted, HasAPluralUnlessItIsOne) {
  EXPECT_EQ(counted(1, "thread"), "1 thread");
  EXPECT_EQ(counted(0, "thread"), "0 threads");
  EXPECT_EQ(counted(2, "thread"), "2 threads");
}

}  // namespace
}  // namespace regard
