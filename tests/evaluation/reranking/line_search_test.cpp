#include "reranking/tuning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "metrics/bleu.h"
#include "support/random_candidates.h"

namespace regard::translate {
namespace {

/// The candidate of the envelope at t.
size_t candidate_at(const std::vector<Stretch>& envelope, double t) {
  size_t candidate = envelope.front().candidate;
  for (const auto& stretch : envelope) {
    if (stretch.from <= t) candidate = stretch.candidate;
  }
  return candidate;
}

double value_at(const ScoreLine& line, double t) { return line.intercept + t * line.slope; }

TEST(UpperEnvelope, HasTheBestLineFromWhereItIsTheBest) {
  // The first line overtakes the third at -1, and the second overtakes the first at 1.
  const std::vector<ScoreLine> lines = {{0.0, 0.0}, {-1.0, 1.0}, {-1.0, -1.0}, {-0.5, 0.0}};
  const auto envelope = upper_envelope(lines);
  ASSERT_EQ(envelope.size(), 3U);
  EXPECT_EQ(envelope[0].candidate, 2U);
  EXPECT_EQ(envelope[1].candidate, 0U);
  EXPECT_DOUBLE_EQ(envelope[1].from, -1.0);
  EXPECT_EQ(envelope[2].candidate, 1U);
  EXPECT_DOUBLE_EQ(envelope[2].from, 1.0);
}

TEST(UpperEnvelope, OfEqualLinesIsTheFirst) {
  const auto envelope = upper_envelope(std::vector<ScoreLine>{{1.0, 2.0}, {1.0, 2.0}, {0.0, 2.0}});
  ASSERT_EQ(envelope.size(), 1U);
  EXPECT_EQ(envelope.front().candidate, 0U);
}

TEST(UpperEnvelope, EqualsBruteForce) {
  std::mt19937 random(7);
  const auto number = [&] { return static_cast<double>(random() % 21) / 4.0 - 2.5; };
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<ScoreLine> lines(1 + random() % 8);
    for (auto& line : lines) line = {number(), number()};
    const auto envelope = upper_envelope(lines);
    for (double t = -30.05; t < 30.0; t += 0.1) {
      double most = value_at(lines.front(), t);
      for (const auto& line : lines) most = std::max(most, value_at(line, t));
      ASSERT_NEAR(value_at(lines[candidate_at(envelope, t)], t), most, 1e-9)
          << "trial " << trial << ", t " << t;
    }
  }
}

class BestStep : public testing::TestWithParam<uint32_t> {};

TEST_P(BestStep, IsNoWorseThanAnyStepOfAFineGrid) {
  const auto metric = metrics::make_metric(metrics::BleuOptions{});
  const auto made = test::random_candidates(GetParam(), 12, 5, 3);
  const auto text = tuning_text(made.lines, made.references, *metric);
  const Features weights = {0.6, 0.3, 0.1};
  for (size_t feature = 0; feature < weights.size(); ++feature) {
    const auto score_after = [&](double size) {
      auto moved = weights;
      moved[feature] += size;
      return text.score(moved, *metric);
    };
    const auto step = best_step(text, weights, feature, *metric);
    EXPECT_DOUBLE_EQ(score_after(step.size), step.score);
    double best_of_grid = 0.0;
    for (double size = -20.0; size < 20.0; size += 0.01) {
      best_of_grid = std::max(best_of_grid, score_after(size));
    }
    EXPECT_GE(step.score, best_of_grid - 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, BestStep, testing::Range(0U, 6U));

TEST(BestStepOfAWeight, IsZeroIfNothingIsBetter) {
  const auto metric = metrics::make_metric(metrics::BleuOptions{});
  const std::vector<std::vector<Rated>> lines = {{{"a b c d e", {1.0}}, {"b", {0.0}}}};
  const auto text = tuning_text(lines, std::vector<std::string>{"a b c d e"}, *metric);
  EXPECT_EQ(best_step(text, Features{1.0}, 0, *metric).size, 0.0);
  const auto step = best_step(text, Features{-1.0}, 0, *metric);
  EXPECT_GT(step.size, 1.0);
  EXPECT_NEAR(step.score, 100.0, 1e-9);
}

}  // namespace
}  // namespace regard::translate
