#include "cli/review.h"

#include <gtest/gtest.h>

namespace regard::cli {
namespace {

ReviewedLine line(int64_t number, double confidence, std::vector<translate::Flag> flags = {}) {
  ReviewedLine one{.line = {.number = number, .source = "the cat"},
                   .translation = {.text = "le chat", .n_best = {{.text = "le chat"}}}};
  one.translation.n_best[0].confidence = confidence;
  one.translation.flags = std::move(flags);
  return one;
}

TEST(Review, HasTheWorstFirst) {
  using translate::Flag;
  const auto sorted = worst_first({line(0, 0.9), line(1, 0.5), line(2, 0.9, {Flag::lost_name}),
                                   line(3, 0.5), line(4, 0.8, {Flag::repeats, Flag::too_long})});
  std::vector<int64_t> numbers;
  for (const auto& one : sorted) numbers.push_back(one.line.number);
  EXPECT_EQ(numbers, (std::vector<int64_t>{4, 2, 1, 3, 0}));
}

TEST(Review, LeavesOutLinesWithoutATranslation) {
  EXPECT_TRUE(worst_first({{.line = {.number = 0}, .translation = {}}}).empty());
}

TEST(Review, IsThreeLinesForPeople) {
  using translate::Flag;
  auto one = line(6, 0.314, {Flag::lost_number, Flag::repeats});
  EXPECT_EQ(as_text(one),
            "line 7  confidence 0.31  lost_number, repeats\n  the cat\n  le chat\n\n");
  one.line.file = "a.po";
  one.translation.flags.clear();
  EXPECT_EQ(as_text(one), "a.po, text 7  confidence 0.31\n  the cat\n  le chat\n\n");
}

}  // namespace
}  // namespace regard::cli
