#include "metrics/significance.h"

#include <gtest/gtest.h>

#include <map>

#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/golden_texts.h"
#include "metrics/ter.h"
#include "support/golden_json.h"

namespace regard::metrics {
namespace {

using nlohmann::json;

std::map<std::string, std::unique_ptr<Metric>> all_metrics() {
  std::map<std::string, std::unique_ptr<Metric>> metrics;
  metrics["BLEU"] = make_metric(BleuOptions{});
  metrics["chrF2"] = make_metric(ChrfOptions{});
  metrics["chrF2++"] = make_metric(ChrfOptions{.word_order = 2});
  metrics["TER"] = make_metric(TerOptions{});
  return metrics;
}

/// The golden value; empty if it is null.
std::optional<double> number(const json& value) {
  return value.is_null() ? std::nullopt : std::optional<double>(value.get<double>());
}

void expect_results(const std::vector<PairedResult>& actual, const json& expected, double tol) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_TRUE(test::is_close(actual[i].score, expected[i]["score"], 1e-12));
    EXPECT_EQ(actual[i].p_value, number(expected[i]["p_value"]));
    ASSERT_EQ(actual[i].interval.has_value(), !expected[i]["mean"].is_null());
    if (!actual[i].interval) continue;
    EXPECT_TRUE(test::is_close(actual[i].interval->mean, expected[i]["mean"], tol));
    EXPECT_TRUE(test::is_close(actual[i].interval->half_width, expected[i]["ci"], tol));
  }
}

TEST(PairedTests, AreSacrebleus) {
  for (const auto& golden : test::load_golden_cases("paired_test")) {
    const json& hyper = golden["hyper"];
    const auto references = test::read_golden_references(golden);
    for (const auto& [name, metric] : all_metrics()) {
      SCOPED_TRACE(test::describe_case(golden) + ": " + name);
      std::vector<StatisticsTable> systems;
      for (const std::string system : golden["outputs"]["systems"]) {
        systems.push_back(metric->statistics(test::read_golden_lines(golden, system), references));
      }
      const auto test = hyper["test"] == "bs" ? paired_bootstrap : paired_randomization;
      expect_results(test(*metric, systems, hyper["n"], hyper["seed"]), golden["outputs"][name],
                     golden["tol"]);
    }
  }
}

/// Two systems on four sentences: the first is always wrong, the second always right.
std::vector<StatisticsTable> wrong_and_right(const Metric& metric) {
  const std::vector<std::vector<std::string>> references = {{"a", "b", "c", "d"}};
  const std::vector<std::string> wrong = {"x", "x", "x", "x"};
  std::vector<StatisticsTable> systems;
  systems.push_back(metric.statistics(wrong, references));
  systems.push_back(metric.statistics(references.front(), references));
  return systems;
}

TEST(PairedTests, CountTheObservedOutcomeAmongTheTrials) {
  const auto metric = make_metric(TerOptions{});
  const auto systems = wrong_and_right(*metric);
  // No trial differs by more than the systems do, so p is 1 / (trials + 1).
  EXPECT_EQ(paired_randomization(*metric, systems, 99, 1)[1].p_value, 0.01);
  EXPECT_EQ(paired_bootstrap(*metric, systems, 99, 1)[1].p_value, 0.01);
}

TEST(PairedTests, CountDifferencesOfEitherSignInTheTwoSidedTest) {
  // TER of four one-word sentences, of which the baseline has two right. Resamples of four differ
  // by 0, 25, ..., 100 with a binomial distribution, 50 on average. They deviate from the mean by
  // 50 with probability 1/8, and by at least 25 with probability 5/8. The system is better by 50.
  const auto metric = make_metric(TerOptions{});
  const std::vector<std::vector<std::string>> references = {{"a", "b", "c", "d"}};
  const std::vector<std::string> half = {"a", "b", "x", "x"};
  const std::vector<StatisticsTable> systems = {metric->statistics(half, references),
                                                metric->statistics(references[0], references)};
  const auto results = paired_bootstrap(*metric, systems, 1000, 1);
  EXPECT_FALSE(results[0].two_sided);
  ASSERT_TRUE(results[1].two_sided);
  EXPECT_NEAR(results[1].two_sided->p_value, 0.125, 0.03);
  EXPECT_NEAR(results[1].two_sided->margin, 50, 3);
}

TEST(PairedTests, CallADifferenceSignificantExactlyIfItsIntervalExcludesZero) {
  // The baseline errs in 1 to 40 of 40 sentences; the system is always right.
  const auto metric = make_metric(TerOptions{});
  const std::vector<std::vector<std::string>> references(1, std::vector<std::string>(40, "a b"));
  int significant = 0;
  for (std::size_t errors = 1; errors <= 40; ++errors) {
    auto with_errors = references[0];
    std::fill_n(with_errors.begin(), errors, "x b");
    const std::vector<StatisticsTable> systems = {metric->statistics(with_errors, references),
                                                  metric->statistics(references[0], references)};
    for (const std::size_t resamples : {40U, 1000U}) {
      const auto results = paired_bootstrap(*metric, systems, resamples, errors);
      const double difference = results[0].score - results[1].score;
      const auto& test = *results[1].two_sided;
      EXPECT_EQ(test.p_value<kSignificanceLevel, difference> test.margin)
          << errors << " errors, " << resamples << " resamples";
      significant += test.p_value < kSignificanceLevel ? 1 : 0;
    }
  }
  EXPECT_GT(significant, 60);
  EXPECT_LT(significant, 80);
}

TEST(PairedTests, GiveTheBaselineNoPValue) {
  const auto metric = make_metric(TerOptions{});
  EXPECT_FALSE(paired_bootstrap(*metric, wrong_and_right(*metric), 9, 1)[0].p_value);
  EXPECT_FALSE(paired_randomization(*metric, wrong_and_right(*metric), 9, 1)[0].p_value);
}

}  // namespace
}  // namespace regard::metrics
