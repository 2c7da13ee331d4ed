#include "reranking/tuning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "metrics/bleu.h"
#include "support/random_candidates.h"

namespace regard::translate {
namespace {

/// Two forward models and a reverse model: four features.
RerankingWeights three_models() {
  return {.forward = {{"rnn", "rnn_attention", 1.0}, {"transformer", "transformer", 1.0}},
          .reverse = {{"back", "transformer", 0.5}}};
}

class TuneRandomCandidates : public testing::TestWithParam<uint32_t> {
 protected:
  Tuning tuned(uint64_t seed) const {
    return tune(three_models(), made_.lines, made_.references, *metric_, 5, seed);
  }

  std::unique_ptr<metrics::Metric> metric_ = metrics::make_metric(metrics::BleuOptions{});
  test::RandomCandidates made_ = test::random_candidates(GetParam(), 25, 8, 4);
};

TEST_P(TuneRandomCandidates, IsNoWorseThanTheDefaultAndEachModelAlone) {
  const auto found = tuned(1);
  ASSERT_EQ(found.alone.size(), 2U);
  for (const double alone : found.alone) EXPECT_GE(found.tuned, alone);
  EXPECT_GE(found.tuned, found.untuned);
}

TEST_P(TuneRandomCandidates, ScoresTheTranslationsThatItsWeightsChoose) {
  const auto found = tuned(1);
  std::vector<std::string> chosen;
  for (const auto& line : made_.lines) {
    chosen.push_back(ranked(line, found.weights.values()).front().text);
  }
  EXPECT_DOUBLE_EQ(metrics::corpus_bleu(chosen, std::span(&made_.references, 1)).score,
                   found.tuned);
}

TEST_P(TuneRandomCandidates, GivesTheSameWeightsForTheSameSeed) {
  EXPECT_EQ(tuned(3).weights.values(), tuned(3).weights.values());
}

TEST_P(TuneRandomCandidates, GivesWeightsWhoseAbsoluteValuesSumToOne) {
  double sum = 0.0;
  for (const double weight : tuned(1).weights.values()) sum += std::abs(weight);
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Seeds, TuneRandomCandidates, testing::Range(0U, 5U));

TEST(Tune, FindsTheFeatureThatKnowsTheReference) {
  const auto metric = metrics::make_metric(metrics::BleuOptions{});
  auto made = test::random_candidates(11, 20, 6, 4);
  for (size_t line = 0; line < made.lines.size(); ++line) {
    for (auto& candidate : made.lines[line]) candidate.features[2] = 0.0;
    made.lines[line].push_back({made.references[line], {-5.0, -5.0, 3.0, 0.0}});
  }
  const auto found = tune(three_models(), made.lines, made.references, *metric, 0, 1);
  EXPECT_LT(found.untuned, 60.0);
  EXPECT_NEAR(found.tuned, 100.0, 1e-9);
  EXPECT_GT(found.weights.reverse.front().weight, 0.0);
}

}  // namespace
}  // namespace regard::translate
