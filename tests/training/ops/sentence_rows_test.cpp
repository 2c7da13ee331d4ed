#include "ops/sentence_rows.h"

#include <gtest/gtest.h>
#include <torch/types.h>

namespace regard::ops {
namespace {

TEST(SentenceRows, StandOneBehindTheOther) {
  const SentenceRows rows(torch::tensor({3, 1, 2}), 4);
  EXPECT_EQ(rows.sentences(), 3);
  EXPECT_EQ(rows.tokens(), 6);
  EXPECT_EQ(rows.longest(), 3);
  EXPECT_EQ(rows.begin(0), 0);
  EXPECT_EQ(rows.begin(1), 3);
  EXPECT_EQ(rows.begin(2), 4);
  EXPECT_EQ(rows.begin(3), 6);
  EXPECT_TRUE(rows.positions().equal(torch::tensor({0, 1, 2, 0, 0, 1})));
}

TEST(SentenceRows, LeaveOutPadding) {
  const auto ids = torch::tensor({{5, 6, 7, 0}, {8, 0, 0, 0}, {9, 10, 0, 0}});
  const SentenceRows rows(torch::tensor({3, 1, 2}), 4);
  EXPECT_TRUE(rows.pack(ids).equal(torch::tensor({5, 6, 7, 8, 9, 10})));
  const auto vectors = ids.unsqueeze(-1).expand({3, 4, 2});
  EXPECT_TRUE(rows.pack(vectors).equal(
      vectors.flatten(0, 1).index_select(0, torch::tensor({0, 1, 2, 4, 8, 9}))));
}

TEST(SentenceRows, AreNoLongerThanTheBatch) {
  EXPECT_THROW(SentenceRows(torch::tensor({2, 5}), 4), c10::Error);
}

}  // namespace
}  // namespace regard::ops
