#include "regard/train/training_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "regard/base/error.h"

namespace regard::train {
namespace {

Progress some_progress() {
  Progress progress;
  progress.step = 7;
  progress.position = {.epoch = 2, .batch = 3};
  progress.best.score = 0.1;
  progress.precision = config::Precision::bf16;
  progress.skipped = 4;
  progress.cost.seconds = 12.5;
  return progress;
}

std::string without(const std::string& field) {
  auto json = nlohmann::json::parse(to_text(some_progress()));
  json.erase(field);
  return json.dump();
}

TEST(ProgressText, GivesBackEveryField) {
  const auto text = to_text(some_progress());
  EXPECT_EQ(to_text(progress_of(text)), text);
  EXPECT_EQ(progress_of(text).best.score, 0.1);
}

TEST(ProgressText, KeepsTheScoreBeforeTheFirstValidation) {
  Progress progress;
  progress.best.score = -INFINITY;
  EXPECT_EQ(progress_of(to_text(progress)).best.score, -INFINITY);
}

TEST(ProgressText, LacksNoFieldThatEveryVersionWrites) {
  for (const auto* field :
       {"step", "epoch", "batch", "best_step", "best_score", "validations_since_best",
        "validations", "source_tokens", "target_tokens", "seconds", "log_bytes", "finished"}) {
    EXPECT_ANY_THROW(progress_of(without(field))) << field;
  }
}

TEST(ProgressText, OfAnOlderVersionLacksNewerFields) {
  for (const auto* field : {"processes", "skipped", "skipped_in_a_row", "split", "precision",
                            "learning_rate_factor", "loss_scale", "loss_scale_steps", "joules"}) {
    EXPECT_EQ(progress_of(without(field)).step, 7) << field;
  }
  EXPECT_EQ(progress_of(without("validated_step")).validated_step, 7);
}

TEST(ProgressText, RefusesAnUnknownPrecision) {
  auto json = nlohmann::json::parse(to_text(some_progress()));
  json["precision"] = "half";
  EXPECT_THROW(progress_of(json.dump()), Error);
}

}  // namespace
}  // namespace regard::train
