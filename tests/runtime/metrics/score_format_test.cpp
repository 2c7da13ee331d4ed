#include "metrics/score_format.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

// Golden cases cover most of sacreBLEU's output (bleu_test, chrf_test, cli/score_test); these tests
// cover the rest.
namespace regard::metrics {
namespace {

SignedScore some_score(const std::string& name, double value) {
  return {.score = {.name = name, .value = value, .details = {}}, .signature = Signature(1)};
}

TEST(ScoreFormat, AlignsTheLinesOfSeveralMetricsAtTheEqualsSign) {
  const std::vector<SignedScore> scores = {some_score("BLEU", 9.96), some_score("chrF2++", 50)};
  EXPECT_EQ(format_scores(scores, {.json = false}),
            "   BLEU|nrefs:1|version:2.6.0 = 10.0\n"
            "chrF2++|nrefs:1|version:2.6.0 = 50.0\n");
}

TEST(ScoreFormat, ListsSeveralMetricsInJson) {
  const std::vector<SignedScore> scores = {some_score("BLEU", 9.96), some_score("chrF2", 50)};
  const auto parsed = nlohmann::json::parse(format_scores(scores, {.width = 2}));
  ASSERT_EQ(parsed.size(), 2U);
  EXPECT_EQ(parsed[0]["score"], 9.96);
  EXPECT_EQ(parsed[1]["name"], "chrF2");
}

TEST(ScoreFormat, EscapesNamesOfSystemsInJson) {
  const std::vector<SystemScores> systems = {{"é \"1\"\n", {some_score("BLEU", 1)}},
                                             {"b", {some_score("BLEU", 2)}}};
  const std::string text = format_systems(systems, {.json = true});
  EXPECT_NE(text.find(R"("system": "\u00e9 \"1\"\n")"), std::string::npos) << text;
  EXPECT_EQ(nlohmann::json::parse(text)[1]["BLEU"], "2.0");
}

TEST(ScoreFormat, WidensTheTableForLongNamesOfSystems) {
  const std::vector<SystemScores> systems = {{"système-élargi", {some_score("BLEU", 1)}},
                                             {"b", {some_score("BLEU", 2)}}};
  const std::string text = format_systems(systems, {.json = false});
  EXPECT_NE(text.find("│         System │  BLEU  │\n"), std::string::npos) << text;
  EXPECT_NE(text.find("│ système-élargi │  1.0   │\n"), std::string::npos) << text;
  EXPECT_NE(text.find("│              b │  2.0   │\n"), std::string::npos) << text;
}

TEST(ScoreFormat, LeavesAnIntervalAroundNothingOut) {
  SignedScore score = some_score("BLEU", 0);
  score.interval = Interval{.mean = 0.0, .half_width = 0.0};
  EXPECT_EQ(format_scores({&score, 1}, {.json = false}), "BLEU|nrefs:1|version:2.6.0 = 0.0\n");
}

TEST(ScoreFormat, MarksSignificantDifferencesWithAStar) {
  const std::vector<std::string> systems = {"Baseline: a", "b", "c"};
  const std::vector<PairedScores> metrics = {{"BLEU",
                                              Signature(1),
                                              {{.score = 1, .p_value = {}, .interval = {}},
                                               {.score = 2, .p_value = 0.05, .interval = {}},
                                               {.score = 2, .p_value = 0.0501, .interval = {}}}}};
  const std::string text =
      format_paired_test(PairedTest::randomization, 9, systems, metrics, {.json = false});
  EXPECT_NE(text.find("(p = 0.0500)* │"), std::string::npos) << text;
  EXPECT_NE(text.find("(p = 0.0501)  │"), std::string::npos) << text;
  EXPECT_NE(text.find("compared to Baseline: a.\n"), std::string::npos) << text;
}

TEST(Shortest, WritesTheShortestDigitsInPythonsLayout) {
  EXPECT_EQ(shortest(0.0), "0.0");
  EXPECT_EQ(shortest(100.0), "100.0");
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(0.0001), "0.0001");
  EXPECT_EQ(shortest(0.00001), "1e-05");
  EXPECT_EQ(shortest(1e15), "1000000000000000.0");
  EXPECT_EQ(shortest(1e16), "1e+16");
  EXPECT_EQ(shortest(77.56356394533985), "77.56356394533985");
}

}  // namespace
}  // namespace regard::metrics
