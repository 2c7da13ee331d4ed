#include "corpus/hold_out.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_set>

namespace regard::corpus {
namespace {

TEST(FingerprintSet, AnswersAsTheStandardsSetDoes) {
  FingerprintSet ours;
  std::unordered_set<uint64_t> theirs;
  std::mt19937_64 random(3);
  for (int i = 0; i < 20'000; ++i) {
    const uint64_t number = random() % 10'000;  // includes 0; all in a narrow range
    ASSERT_EQ(ours.insert(number), theirs.insert(number == 0 ? 1 : number).second) << i;
  }
}

TEST(FingerprintSet, TakesHashesThatEndInTheSameBits) {
  FingerprintSet set;
  for (uint64_t i = 1; i < 100; ++i) EXPECT_TRUE(set.insert(i << 40U));
  for (uint64_t i = 1; i < 100; ++i) EXPECT_FALSE(set.insert(i << 40U));
}

}  // namespace
}  // namespace regard::corpus
