#include "batches/batch.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>
#include <numeric>

#include "text/tokenizer_pair.h"

namespace regard::corpus {
namespace {

constexpr int64_t kVocab = 20;
constexpr int64_t kAll = 1000;

class SoftAlignmentsTest : public testing::Test {
 protected:
  enum : int64_t { the = 4, dog, cat, sees, le, chien, chat, voit, unseen };

  SoftAlignmentsTest() {
    examples_.begin_text("test");
    add({the, dog}, {le, chien});
    add({the, cat}, {le, chat});
    add({the, dog, sees, the, cat}, {le, chien, voit, le, chat});
    add({sees, the, cat}, {voit, le, chat});
  }

  void add(std::vector<int64_t> source, std::vector<int64_t> target) {
    source.push_back(text::kEos);
    target.push_back(text::kEos);
    examples_.add(source, target, 1.0, static_cast<int64_t>(examples_.size()) + 1);
  }

  torch::Tensor of(const std::vector<size_t>& chosen) const {
    return SoftAlignments(LexicalTable::of(examples_, kAll, kVocab))(examples_, chosen);
  }

  Examples examples_;
};

TEST_F(SoftAlignmentsTest, FollowTheirDefinition) {
  std::vector<size_t> all(examples_.size());
  std::iota(all.begin(), all.end(), size_t{0});
  LexicalTable table(examples_, all, kVocab);
  table.learn_enough();
  const auto source = examples_.source(2), target = examples_.target(2);
  std::vector<double> expected;  // where the third target token comes from
  for (size_t i = 0; i < source.size(); ++i) {
    const double distance =
        i + 1 == source.size() ? 0.5 : std::abs(static_cast<double>(i) / 6 - 2.0 / 6);
    expected.push_back(static_cast<double>(table.probability(source[i], target[2])) *
                       std::exp(-8 * distance));
  }
  const double sum = std::accumulate(expected.begin(), expected.end(), 0.0);
  const auto actual = of({2})[0][2];
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(actual[static_cast<int64_t>(i)].item<double>(), expected[i] / sum, 1e-4);
  }
}

TEST_F(SoftAlignmentsTest, FindEachWordAndOfEqualWordsTheOneAtTheSamePlace) {
  const auto best = of({2})[0].argmax(-1);
  EXPECT_TRUE(best.equal(torch::tensor({0, 1, 2, 3, 4, 5})));
}

TEST_F(SoftAlignmentsTest, AreDistributionsOverTheSourceAndZeroAtPadding) {
  const auto alignments = of({0, 2, 3});
  ASSERT_EQ(alignments.sizes(), (std::vector<int64_t>{3, 6, 6}));
  const auto real = torch::tensor({3, 6, 4}).unsqueeze(1) > torch::arange(6);
  EXPECT_TRUE(torch::allclose(alignments.sum(-1), real.to(torch::kFloat32)));
  const auto padding = real.unsqueeze(1).logical_not().expand_as(alignments);
  EXPECT_EQ(alignments.masked_select(padding).count_nonzero().item<int64_t>(), 0);
}

TEST_F(SoftAlignmentsTest, LetTheEndComeFromTheEnd) {
  EXPECT_EQ(of({0})[0][2][2].item<double>(), 1);
}

TEST_F(SoftAlignmentsTest, LetTokensThatNeverOccurredComeFromTheirPlace) {
  const SoftAlignments alignments(LexicalTable::of(examples_, kAll, kVocab));
  Examples other;
  other.begin_text("test");
  other.add(std::vector<int64_t>{the, unseen, cat, text::kEos},
            std::vector<int64_t>{le, unseen + 1, chat, text::kEos}, 1.0, 1);
  EXPECT_EQ(alignments(other, std::vector<size_t>{0})[0][1].argmax().item<int64_t>(), 1);
}

}  // namespace
}  // namespace regard::corpus
