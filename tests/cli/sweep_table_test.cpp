#include "cli/sweep_table.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace regard::cli {
namespace {

std::vector<SweptRun> three_runs() {
  return {{"a", "runs/a", "done", {.step = 100, .minutes = 1.25, .loss = 2.5, .bleu = 30.0}},
          {"waits", "runs/w", "waiting", {}},
          {"b", "runs/b", "done", {.step = 100, .minutes = 2.5, .loss = 2.75, .bleu = 31.0}}};
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
  for (auto& run : runs) run.summary.bleu.reset();
  sort_by_score(runs);
  EXPECT_EQ(runs[0].name, "a");
}

TEST(SweepTable, HasALineForEachRun) {
  EXPECT_EQ(sweep_table({three_runs()[0], three_runs()[1]}),
            "run         loss       BLEU  test BLEU      steps    minutes      state\n"
            "a         2.5000      30.00          -        100        1.2       done\n"
            "waits          -          -          -          0        0.0    waiting\n");
}

TEST(SweepTable, AsJsonHasNullForWhatIsMissing) {
  const auto json = nlohmann::json::parse(sweep_json(three_runs()));
  EXPECT_EQ(json.at(0).at("bleu"), 30.0);
  EXPECT_EQ(json.at(0).at("directory"), "runs/a");
  EXPECT_TRUE(json.at(1).at("bleu").is_null());
}

}  // namespace
}  // namespace regard::cli
