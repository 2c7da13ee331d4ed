#include "metrics/metric_table.h"

#include <gtest/gtest.h>

#include <set>

#include "regard/base/error.h"

namespace regard::metrics {
namespace {

using Texts = std::vector<std::string>;

class EveryMetric : public ::testing::TestWithParam<const MetricRow*> {};

TEST_P(EveryMetric, IsBestIfEverythingIsRight) {
  const auto metric = GetParam()->make();
  const std::vector<Texts> references = {{"le chat dort sur le lit", "il pleut sur la ville"}};
  const double best = corpus_score(*metric, references.front(), references);
  const double other = corpus_score(*metric, Texts{"le chien dort", "il neige"}, references);
  EXPECT_EQ(best > other, GetParam()->higher_is_better) << best << ", " << other;
}

TEST_P(EveryMetric, ScoresATextByTheSumOfItsSentences) {
  const auto metric = GetParam()->make();
  const std::vector<Texts> references = {{"un chien dort là", "il pleut"}};
  const Texts hypotheses = {"un chat dort ici", "il pleut"};
  const auto table = metric->statistics(hypotheses, references);
  ASSERT_EQ(table.rows(), 2U);
  EXPECT_EQ(metric->score(table.sums()).value, corpus_score(*metric, hypotheses, references));
  EXPECT_EQ(sentence_scores(*metric, hypotheses, references)[1],
            sentence_score(*metric, "il pleut", Texts{"il pleut"}));
}

TEST_P(EveryMetric, RefusesReferencesOfADifferentLength) {
  const auto metric = GetParam()->make();
  EXPECT_THROW(metric->statistics(Texts{"un", "deux"}, std::vector<Texts>{{"un"}}), Error);
}

TEST_P(EveryMetric, HasOptionsOfDifferentNames) {
  const auto metric = GetParam()->make();
  std::set<std::string_view> names;
  for (const auto& option : metric->options()) EXPECT_TRUE(names.insert(option.name).second);
}

std::vector<const MetricRow*> all_rows() {
  std::vector<const MetricRow*> rows;
  for (const auto& row : metric_table()) rows.push_back(&row);
  return rows;
}
INSTANTIATE_TEST_SUITE_P(OfTheTable, EveryMetric, ::testing::ValuesIn(all_rows()),
                         [](const auto& row) {
                           std::string name(row.param->name);
                           for (auto& c : name) c = c == '+' ? 'p' : c;
                           return name;
                         });

TEST(MetricTable, ListsAllMetricsIfANameIsUnknown) {
  EXPECT_EQ(metric_named("ter", &MetricUses::scores).title, "TER");
  try {
    metric_named("chrf++", &MetricUses::scores);  // use chrf with --chrf-word-order 2 instead
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "unknown metric 'chrf++'");
    EXPECT_TRUE(error.remedy().starts_with("use bleu, chrf, ")) << error.remedy();
  }
}

}  // namespace
}  // namespace regard::metrics
