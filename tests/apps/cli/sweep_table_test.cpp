#include "cli/commands.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace regard::cli {
namespace {

train::RunSummary run_with(double minutes, double loss, double bleu) {
  train::RunSummary summary;
  summary.step = 100;
  summary.minutes = minutes;
  summary.loss = loss;
  summary.scores["bleu"] = bleu;
  return summary;
}

std::vector<SweptRun> three_runs() {
  return {{"a", "runs/a", "done", run_with(1.25, 2.5, 30.0)},
          {"waits", "runs/w", "waiting", {}},
          {"b", "runs/b", "done", run_with(2.5, 2.75, 31.0)}};
}

TEST(SweepTable, HasTheBestFirstAndTheUnknownLast) {
  auto runs = three_runs();
  sort_by_score(runs);
  EXPECT_EQ(runs[0].name, "b");
  EXPECT_EQ(runs[1].name, "a");
  EXPECT_EQ(runs[2].name, "waits");
}

TEST(SweepTable, OfLossesAloneHasTheLowestFirst) {
  auto runs = three_runs();
  for (auto& run : runs) run.summary.scores.clear();
  sort_by_score(runs);
  EXPECT_EQ(runs[0].name, "a");
}

TEST(SweepTable, HasALineForEachRun) {
  EXPECT_EQ(sweep_table({three_runs()[0], three_runs()[1]}),
            "run      loss   BLEU  test BLEU  steps  minutes    state\n"
            "a      2.5000  30.00          -    100      1.2     done\n"
            "waits       -      -          -      0      0.0  waiting\n");
}

TEST(SweepTable, AsJsonHasNullForWhatIsMissing) {
  const auto json = nlohmann::json::parse(sweep_json(three_runs()));
  EXPECT_EQ(json.at(0).at("bleu"), 30.0);
  EXPECT_EQ(json.at(0).at("directory"), "runs/a");
  EXPECT_TRUE(json.at(1).at("bleu").is_null());
}

}  // namespace
}  // namespace regard::cli
