#include "compare/verdict.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace regard::compare {
namespace {

/// Three systems, "b" best, then "c", then "a"; the lead of "c" over "a" may be due to chance.
MetricScores three(bool higher_is_better = true) {
  const double sign = higher_is_better ? 1 : -1;
  return {.name = "BLEU",
          .higher_is_better = higher_is_better,
          .scores = {sign * 10, sign * 30, sign * 11},
          .pairs = {{.first = 0, .second = 1, .difference = sign * 20, .p_value = 0.001},
                    {.first = 0, .second = 2, .difference = sign * 1, .p_value = 0.4},
                    {.first = 1, .second = 2, .difference = sign * -19, .p_value = 0.01}}};
}

std::string in_words(const std::vector<Rank>& ranking) {
  std::string text;
  for (const auto& rank : ranking) {
    text += "abc"[rank.system] + std::to_string(rank.best_place) +
            std::to_string(rank.worst_place) + ' ';
  }
  return text;
}

TEST(Ranking, GivesPlacesThatSignificanceAllows) {
  EXPECT_EQ(in_words(rank_systems(three())), "b11 c23 a23 ");
  EXPECT_EQ(in_words(rank_systems(three(false))), "b11 c23 a23 ");
  auto nothing_is_sure = three();
  for (auto& pair : nothing_is_sure.pairs) pair.p_value = 0.05;
  EXPECT_EQ(in_words(rank_systems(nothing_is_sure)), "b13 c13 a13 ");
}

TEST(Ranking, ShowsTheLeadOverTheNext) {
  const auto ranking = rank_systems(three());
  EXPECT_EQ(ranking[0].over_next->value, 19.0);
  EXPECT_EQ(ranking[1].over_next->value, 1.0);
  EXPECT_FALSE(ranking[2].over_next);
  EXPECT_EQ(in_order(ranking, three(), {{.name = "a"}, {.name = "b"}, {.name = "c"}}),
            "b 30.0 > c 11.0 ≈ a 10.0");
}

TEST(LeadOf, IsPositiveForTheBetterOneByAnyMetric) {
  auto metric = three(false);
  metric.pairs[0].low = -22;
  metric.pairs[0].high = -18;
  const auto lead = lead_of(metric, 1, 0);
  EXPECT_EQ(lead.value, 20.0);
  EXPECT_EQ(lead.low, 18.0);
  EXPECT_EQ(lead.high, 22.0);
  EXPECT_EQ(lead_of(metric, 0, 1).value, -20.0);
  EXPECT_THROW(lead_of(metric, 0, 3), std::out_of_range);
}

}  // namespace
}  // namespace regard::compare
