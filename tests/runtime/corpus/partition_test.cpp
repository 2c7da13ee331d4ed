#include "corpus/shuffle.h"

#include <gtest/gtest.h>

#include <set>

#include "support/golden_json.h"

namespace regard::corpus {
namespace {

using Partitions = std::vector<std::vector<std::vector<int64_t>>>;  // [minibatch][row][step]

// The tokens of each segment in the minibatches, for a text with the tokens 0, 1, 2, ...
Partitions written_out(const std::vector<Segments>& minibatches, int64_t steps, int64_t shift) {
  Partitions tokens;
  for (const auto& segments : minibatches) {
    auto& rows = tokens.emplace_back();
    for (const int64_t begin : segments) {
      auto& row = rows.emplace_back();
      for (int64_t step = 0; step < steps; ++step) row.push_back(begin + step + shift);
    }
  }
  return tokens;
}

TEST(Partition, IsTheBooks) {
  for (const auto& golden : test::load_golden_cases("bptt_partition")) {
    SCOPED_TRACE(test::describe_case(golden));
    const auto& hyper = golden.at("hyper");
    const int64_t tokens = hyper.at("corpus"), rows = hyper.at("batch"), steps = hyper.at("steps"),
                  offset = hyper.at("offset");
    std::vector<Segments> minibatches;
    if (hyper.at("sampling") == "sequential") {
      minibatches = sequential_partition(tokens, rows, steps, offset);
    } else {
      std::vector<int64_t> order = golden.at("inputs").at("order");  // order of the first tokens
      EXPECT_EQ(static_cast<int64_t>(order.size()), count_segments(tokens, steps, offset));
      for (auto& begin : order) begin /= steps;
      minibatches = random_partition(rows, steps, offset, order);
    }
    const auto& outputs = golden.at("outputs");
    EXPECT_EQ(written_out(minibatches, steps, 0), outputs.at("X").get<Partitions>());
    EXPECT_EQ(written_out(minibatches, steps, 1), outputs.at("Y").get<Partitions>());
  }
}

TEST(SequentialPartition, ReadsEachRowWithoutAGap) {
  const auto minibatches = sequential_partition(1000, 4, 7, 3);
  ASSERT_GT(minibatches.size(), 10U);
  for (size_t i = 1; i < minibatches.size(); ++i) {
    for (size_t row = 0; row < 4; ++row) {
      EXPECT_EQ(minibatches[i][row], minibatches[i - 1][row] + 7);
    }
  }
}

TEST(Partition, NeverReadsATokenTwiceOrPastTheEnd) {
  for (int64_t tokens = 20; tokens < 60; ++tokens) {
    for (int64_t offset = 0; offset <= 5; ++offset) {
      std::vector<int64_t> order(static_cast<size_t>(count_segments(tokens, 5, offset)));
      for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
      for (const auto& minibatches :
           {sequential_partition(tokens, 2, 5, offset), random_partition(2, 5, offset, order)}) {
        std::set<int64_t> seen;
        for (const auto& segments : minibatches) {
          for (const int64_t begin : segments) {
            for (int64_t token = begin; token < begin + 5; ++token) {
              EXPECT_TRUE(seen.insert(token).second) << token;
            }
            EXPECT_LT(begin + 5, tokens);  // the last label
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace regard::corpus
