#include "compare/words.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

TEST(WordCounts, CountWithoutCase) {
  WordCounts counts;
  counts.add("The cat and the dog.");
  counts.add("the end");
  EXPECT_EQ(counts.of("the"), 3);
  EXPECT_EQ(counts.of("."), 1);
  EXPECT_EQ(counts.of("bird"), 0);
  EXPECT_EQ(counts.total(), 8);
}

TEST(FrequencyBuckets, CoverAllFrequencies) {
  const auto name = [](int64_t frequency) {
    return std::string(frequency_bucket_name(frequency_bucket(frequency)));
  };
  EXPECT_EQ(name(0), "unseen");
  EXPECT_EQ(name(1), "1");
  EXPECT_EQ(name(2), "2–4");
  EXPECT_EQ(name(4), "2–4");
  EXPECT_EQ(name(5), "5–9");
  EXPECT_EQ(name(99), "10–99");
  EXPECT_EQ(name(999), "100–999");
  EXPECT_EQ(name(1000000), "1000+");
  EXPECT_EQ(frequency_bucket(1000000) + 1, frequency_buckets());
}

}  // namespace
}  // namespace regard::compare
