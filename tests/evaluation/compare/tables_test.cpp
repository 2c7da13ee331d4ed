#include "compare/tables.h"

#include <gtest/gtest.h>

#include <vector>

#include "compare/comparison_examples.h"

namespace regard::compare {
namespace {

/// For each system, whether it has the star of a row.
std::vector<bool> stars(const Row& row) {
  std::vector<bool> stars;
  for (const auto& cell : row.cells) stars.push_back(cell.best);
  return stars;
}

using Stars = std::vector<bool>;

TEST(ScoreTable, StarsASystemThatIsSignificantlyBetterThanEveryOther) {
  auto comparison = comparison_with_all();
  EXPECT_EQ(stars(score_table(comparison).rows[0]), Stars({false, true}));
  comparison.metrics[0].pairs[0].p_value = 0.3;
  EXPECT_EQ(stars(score_table(comparison).rows[0]), Stars({false, false}));
  EXPECT_EQ(stars(score_table(comparison).rows[1]), Stars({false, true})) << "another metric";
}

TEST(SliceTable, StarsAnIntervalThatOverlapsNoOther) {
  auto comparison = comparison_with_all();
  auto& slice = comparison.breakdowns[0].slices[0];
  slice.sentences = 100;
  slice.systems[0].bleu_interval = {30, 0.5};
  slice.systems[1].bleu_interval = {32, 0.5};
  const auto table = [&] { return slice_table(comparison, comparison.breakdowns[0]).rows[0]; };
  EXPECT_EQ(stars(table()), Stars({false, false, true})) << "after the number of sentences";
  slice.systems[1].bleu_interval = {32, 1.6};
  EXPECT_EQ(stars(table()), Stars({false, false, false}));
}

}  // namespace
}  // namespace regard::compare
