#include "module_search/batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace regard::translate {
namespace {

using Batches = std::vector<std::vector<size_t>>;

std::vector<size_t> random_lengths(size_t count) {
  std::mt19937 random(7);
  std::vector<size_t> lengths;
  for (size_t i = 0; i < count; ++i) lengths.push_back(1 + random() % (i % 10 == 0 ? 900 : 40));
  return lengths;
}

TEST(BatchesOfLikeLength, HoldEachNumberOnce) {
  const auto lengths = random_lengths(500);
  std::vector<size_t> numbers;
  for (const auto& batch : batches_of_like_length(lengths, 32, 4096)) {
    numbers.insert(numbers.end(), batch.begin(), batch.end());
  }
  std::sort(numbers.begin(), numbers.end());
  ASSERT_EQ(numbers.size(), lengths.size());
  for (size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], i);
}

TEST(BatchesOfLikeLength, KeepTheirLimits) {
  const auto lengths = random_lengths(500);
  for (const auto& batch : batches_of_like_length(lengths, 32, 1000)) {
    EXPECT_LE(batch.size(), 32U);
    EXPECT_TRUE(batch.size() == 1 || batch.size() * lengths[batch.front()] <= 1000);
  }
}

TEST(BatchesOfLikeLength, BeginWithTheLongest) {
  EXPECT_EQ(batches_of_like_length(std::vector<size_t>{2, 5, 3, 5}, 3, 100),
            (Batches{{1, 3, 2}, {0}}));
}

TEST(BatchesOfLikeLength, KeepAVeryLongLineFromTheShortOnes) {
  EXPECT_EQ(batches_of_like_length(std::vector<size_t>{9, 1000, 12, 499, 500}, 10, 100000),
            (Batches{{1, 4}, {3}, {2, 0}}));
}

TEST(Padded, FillsUpWithPad) {
  const Tokens one = {5, 6, 3}, two = {3};
  const std::vector<std::span<const int64_t>> rows = {one, two};
  EXPECT_TRUE(padded(rows, torch::kCPU).equal(torch::tensor({{5, 6, 3}, {3, 0, 0}})));
  EXPECT_TRUE(lengths_of(rows, torch::kCPU).equal(torch::tensor({3, 1})));
}

}  // namespace
}  // namespace regard::translate
