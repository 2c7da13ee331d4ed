#include "metrics/significance.h"

#include <gtest/gtest.h>

#include "metrics/golden_metrics.h"
#include "metrics/golden_texts.h"
#include "metrics/score_format.h"
#include "support/golden_json.h"

namespace regard::metrics {
namespace {

using nlohmann::json;

constexpr std::uint64_t kSeed = 12345;

class ConfidenceInterval : public ::testing::TestWithParam<const char*> {};

TEST_P(ConfidenceInterval, IsSacrebleus) {
  int compared = 0;
  for (const auto& golden : test::load_golden_cases(GetParam())) {
    if (!test::has_confidence_interval(golden)) continue;
    SCOPED_TRACE(test::describe_case(golden));
    const json& expected = golden["outputs"];
    const std::size_t resamples = golden["hyper"]["n_bootstrap"];
    const auto references = test::read_golden_references(golden);
    const auto metric = test::golden_metric(golden);
    const auto statistics = metric->statistics(test::read_golden_system(golden), references);

    const Interval interval = confidence_interval(*metric, statistics, resamples, kSeed);

    EXPECT_TRUE(test::is_close(interval.mean, expected["mean"], golden["tol"]));
    EXPECT_TRUE(test::is_close(interval.half_width, expected["ci"], golden["tol"]));
    const SignedScore score{
        metric->score(statistics.sums()),
        metric->signature(references.size()).add_resampling("bs", resamples, "12345"), interval};
    constexpr int kWidth = 2;
    EXPECT_EQ(score.signature.text(), expected["signature"]);
    EXPECT_EQ(score.signature.short_text(), expected["short_signature"]);
    EXPECT_EQ(score_line(score, "", kWidth), expected["text"]);
    EXPECT_EQ(score_json(score, kWidth), expected["json"]);
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

INSTANTIATE_TEST_SUITE_P(OfEachMetric, ConfidenceInterval,
                         ::testing::Values("corpus_bleu", "corpus_chrf", "corpus_ter"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST(Bootstrap, HasNoWidthIfAllSegmentsAreEqual) {
  const std::vector<std::string> system(5, "un chat dort");
  const std::vector<std::vector<std::string>> references = {
      std::vector<std::string>(5, "un chien dort")};
  const auto metric = make_metric(TerOptions{});
  const auto statistics = metric->statistics(system, references);
  const Interval interval = confidence_interval(*metric, statistics, 10, kSeed);
  EXPECT_EQ(interval.half_width, 0.0);
  EXPECT_EQ(interval.mean, 100.0F * (1.0F / 3.0F));  // resamples are scored in float32
}

}  // namespace
}  // namespace regard::metrics
