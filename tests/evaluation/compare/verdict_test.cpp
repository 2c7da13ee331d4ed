#include "compare/verdict.h"

#include <gtest/gtest.h>

#include "compare/comparison.h"

namespace regard::compare {
namespace {

/// Two systems on a hundred sentences; the second is better by `difference` BLEU.
Comparison of_two(double difference, double p_value) {
  Comparison comparison{.text = {.sentences = 100}, .systems = {{.name = "rnn"}, {.name = "tf"}}};
  comparison.metrics = {{.name = "BLEU",
                         .scores = {30.0, 30.0 + difference},
                         .pairs = {{.first = 0,
                                    .second = 1,
                                    .difference = difference,
                                    .low = difference - 1,
                                    .high = difference + 1,
                                    .p_value = p_value}}}};
  return comparison;
}

/// Adds a third system, 1 BLEU ahead of the first and 0.5 behind the second of of_two(1.5, p).
Comparison with_third(Comparison comparison, const std::string& name, double p_value) {
  comparison.systems.push_back({.name = name});
  auto& bleu = comparison.metrics[0];
  bleu.scores.push_back(31.0);
  bleu.pairs.push_back({.first = 0, .second = 2, .difference = 1, .p_value = 0.5});
  bleu.pairs.push_back(
      {.first = 1, .second = 2, .difference = -0.5, .low = -1, .high = 0, .p_value = p_value});
  return comparison;
}

TEST(Verdict, ShowsWhichIsBetterAndHowSureThatIs) {
  const auto verdict = verdict_of(of_two(1.5, 0.0123));
  EXPECT_EQ(verdict.better, 1U);
  EXPECT_EQ(verdict.other, 0U);
  EXPECT_TRUE(verdict.significant);
  EXPECT_EQ(
      verdict.which,
      "tf translates better than rnn: 31.50 against 30.00 BLEU, a lead of 1.50 (95 % interval "
      "0.50 to 2.50, p = 0.012, paired bootstrap over 100 sentences).");
}

TEST(Verdict, TurnsTheIntervalWithTheSystems) {
  const auto verdict = verdict_of(of_two(-1.5, 0.0001));
  EXPECT_EQ(verdict.better, 0U);
  EXPECT_NE(verdict.which.find("rnn translates better than tf: 30.00 against 28.50 BLEU, a lead of "
                               "1.50 (95 % interval 0.50 to 2.50, p < 0.001"),
            std::string::npos)
      << verdict.which;
}

TEST(Verdict, AdmitsWhenTheDifferenceIsNotSignificant) {
  const auto verdict = verdict_of(of_two(0.4, 0.2));
  EXPECT_FALSE(verdict.significant);
  EXPECT_EQ(verdict.which,
            "There is no significant difference between tf and rnn: 30.40 against 30.00 BLEU; "
            "the lead of 0.40 may be due to chance (95 % interval −0.60 to 1.40, p = 0.200, paired "
            "bootstrap over 100 sentences).");
  EXPECT_NE(verdict_of(of_two(0, 1)).which.find("score the same"), std::string::npos);
}

TEST(Verdict, OfEqualSystemsHasNoNegativeZero) {
  auto comparison = of_two(0, 1);
  comparison.metrics[0].pairs[0].low = comparison.metrics[0].pairs[0].high = 0;
  comparison.metrics.push_back(comparison.metrics[0]);
  comparison.metrics[1].name = "TER";
  comparison.metrics[1].higher_is_better = false;
  const auto verdict = verdict_of(comparison);
  EXPECT_NE(verdict.which.find("95 % interval 0.00 to 0.00"), std::string::npos) << verdict.which;
  EXPECT_EQ(verdict.where, "TER (0.00, p = 1.000) finds no significant difference.");
}

TEST(Verdict, SaysWhatOtherMetricsAndSlicesSay) {
  auto comparison = of_two(1.5, 0.01);
  comparison.metrics.push_back(
      {.name = "chrF2",
       .scores = {50, 49},
       .pairs = {{.first = 0, .second = 1, .difference = -1, .p_value = 0.03}}});
  comparison.metrics.push_back(
      {.name = "TER",
       .higher_is_better = false,
       .scores = {50, 45},
       .pairs = {{.first = 0, .second = 1, .difference = -5, .p_value = 0.01}}});
  comparison.breakdowns = {
      {.slices = {{.sentences = 30,
                   .systems = {{.bleu = 20}, {.bleu = 24}},
                   .in_words = "sentences of 6–10 words"},
                  {.sentences = 10, .systems = {{.bleu = 0}, {.bleu = 50}}}}},
      {.slices = {
           {.sentences = 60, .systems = {{.bleu = 40}, {.bleu = 40.5}}, .in_words = "questions"},
           {.name = "none of these", .sentences = 60, .systems = {{.bleu = 40}, {.bleu = 90}}}}}};
  EXPECT_EQ(verdict_of(comparison).where,
            "TER (+5.00, p = 0.010) sees tf ahead, chrF2 (−1.00, p = 0.030) sees rnn ahead; the "
            "lead by BLEU is largest on sentences of 6–10 words (+4.0, 30 of them) and smallest on "
            "questions (+0.5, 60).");
}

TEST(Verdict, OfSeveralSystemsIsAboutTheTwoBest) {
  const auto verdict = verdict_of(with_third(of_two(1.5, 0.01), "old", 0.03));
  EXPECT_EQ(verdict.other, 2U);
  EXPECT_TRUE(
      verdict.which.starts_with("Of 3 systems tf is the best: it translates better than old"))
      << verdict.which;
  EXPECT_EQ(verdict.order,
            "All others are significantly worse than tf. In order: tf 31.5 > old 31.0 ≈ rnn 30.0 "
            "(> is a significant lead over the next, ≈ one that may be due to chance).");
}

TEST(Verdict, OfSeveralSeedsIsAboutTheBestRunsOfTwoConfigs) {
  auto comparison = with_third(of_two(1.5, 0.01), "tf2", 1.0);
  comparison.seeds =
      SeedGroups{.groups = {{.name = "rnn", .systems = {0}}, {.name = "tf", .systems = {1, 2}}}};
  const auto verdict = verdict_of(comparison);
  EXPECT_EQ(verdict.other, 0U);
  EXPECT_TRUE(
      verdict.which.starts_with("Of 3 systems tf is the best: it translates better than "
                                "rnn, the best of another config: 31.50 against 30.00"))
      << verdict.which;
  comparison.seeds->groups = {{.name = "all", .systems = {0, 1, 2}}};
  EXPECT_EQ(verdict_of(comparison).other, 2U);
}

}  // namespace
}  // namespace regard::compare
