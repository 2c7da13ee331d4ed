#include "compare/metric_scores.h"

#include <gtest/gtest.h>

#include "metrics/significance.h"

namespace regard::compare {
namespace {

using Lines = std::vector<std::string>;

const Lines kReferences = {"a b c d e f", "g h i j k", "l m n o p", "q r s t u v"};
const std::vector<Lines> kSystems = {
    {"a b c d e f", "g h x j k", "l m n o", "q r s t u x"},
    {"a b c d x f", "g h x j k", "l m n o", "q r s y u x"},
    {"a b c d e f", "g h i j k", "l m n o p", "q r s t u v"},
};

TEST(ScoreSystems, ComparesEveryTwoAsTheMetricsDo) {
  const auto& row = metrics::metric_named("bleu", &metrics::MetricUses::compares);
  const auto metric = row.make();
  const auto scores = score_systems(row, kSystems, kReferences, 200, 7);
  EXPECT_EQ(scores.key, "bleu");
  EXPECT_EQ(scores.name, "BLEU");
  EXPECT_NE(scores.signature.find("bs:200|seed:7"), std::string::npos) << scores.signature;
  ASSERT_EQ(scores.scores.size(), 3U);
  EXPECT_DOUBLE_EQ(scores.scores[2], 100.0);
  ASSERT_EQ(scores.intervals.size(), 3U);
  EXPECT_EQ(scores.intervals[2].half_width, 0.0);

  ASSERT_EQ(scores.pairs.size(), 3U);
  const std::vector<std::string> references[] = {kReferences};
  for (const auto& pair : scores.pairs) {
    ASSERT_LT(pair.first, pair.second);
    const metrics::StatisticsTable tables[] = {
        metric->statistics(kSystems[pair.first], references),
        metric->statistics(kSystems[pair.second], references)};
    const auto expected = metrics::paired_bootstrap(*metric, tables, 200, 7);
    EXPECT_EQ(pair.p_value, expected[1].two_sided->p_value);
    EXPECT_EQ(pair.p_value<kSignificant, pair.low> 0 || pair.high < 0);
    EXPECT_EQ(pair.difference, scores.scores[pair.second] - scores.scores[pair.first]);
    EXPECT_LE(pair.low, pair.high);
  }
}

TEST(ScoreSystems, OfASystemAndItselfAreNotDifferent) {
  const auto& row = metrics::metric_named("chrf", &metrics::MetricUses::compares);
  const auto scores = score_systems(row, {kSystems[0], kSystems[0]}, kReferences, 100);
  EXPECT_EQ(scores.pairs[0].difference, 0.0);
  EXPECT_EQ(scores.pairs[0].low, 0.0);
  EXPECT_EQ(scores.pairs[0].high, 0.0);
  EXPECT_EQ(scores.pairs[0].p_value, 1.0);
}

}  // namespace
}  // namespace regard::compare
