#include "trainer/training_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "interop/load_model.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/small_run.h"
#include "support/tiny_model.h"
#include "text/tokenizer.h"

namespace regard::train {
namespace {

Progress some_progress() {
  Progress progress;
  progress.step = 7;
  progress.position = {.epoch = 2, .pool = 1, .batch = 3};
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

TEST(ProgressText, GivesBackThePreparation) {
  auto progress = some_progress();
  progress.preparation_seconds = 90;
  progress.elapsed_seconds = 100;
  EXPECT_EQ(progress_of(to_text(progress)).preparation_seconds, 90);
}

Progress progress_after(double preparation) {
  Progress progress;
  progress.preparation_seconds = preparation;
  return progress;
}

TEST(SecondsOfARun, IncludeThePreparationThatTookTime) {
  config::TrainingOptions training;
  training.minutes = 10;
  EXPECT_EQ(seconds_of_run(training, {}), 600);
  EXPECT_EQ(seconds_of_run(training, progress_after(90)), 580);  // 20 to measure the model
  EXPECT_EQ(seconds_of_run(training, progress_after(500)), 800);
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
  for (const auto* field :
       {"processes", "skipped", "skipped_in_a_row", "split", "precision", "learning_rate_factor",
        "loss_scale", "loss_scale_steps", "joules", "film_bytes", "preparation_seconds"}) {
    EXPECT_EQ(progress_of(without(field)).step, 7) << field;
  }
  EXPECT_EQ(progress_of(without("validated_step")).validated_step, 7);
}

TEST(ProgressText, RefusesAnUnknownPrecision) {
  auto json = nlohmann::json::parse(to_text(some_progress()));
  json["precision"] = "half";
  EXPECT_THROW(progress_of(json.dump()), Error);
}

TEST(ProgressText, RefusesWhatNoTrainingHas) {
  const std::vector<std::pair<const char*, nlohmann::json>> changes = {
      {"step", -1},
      {"step", 1e300},
      {"step", 1.5},
      {"processes", 0},
      {"log_bytes", -7},
      {"film_bytes", -7},
      {"learning_rate_factor", 0.0},
      {"loss_scale", -1},
      {"skipped", "four"},
      {"best_score", "nan"}};
  for (const auto& [field, value] : changes) {
    auto json = nlohmann::json::parse(to_text(some_progress()));
    json[field] = value;
    EXPECT_ANY_THROW(progress_of(json.dump())) << field << ' ' << value;
  }
}

/// The state of a small run, with one tensor changed.
class ChangedTrainingState : public testing::Test {
 protected:
  ChangedTrainingState() {
    save_training_state(path_, run_.task, *run_.optimizer, run_.average, some_progress(),
                        *run_.group);
  }

  Progress load() {
    return load_training_state(path_, run_.task, *run_.optimizer, run_.average, *run_.group);
  }
  Error error_with(const std::string& name, const torch::Tensor& tensor) {
    auto file = interop::read_safetensors(path_);
    file.tensors[name] = tensor;
    interop::write_safetensors(path_, file.tensors, file.metadata);
    return test::thrown_error([&] { load(); });
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "state.safetensors";
  test::SmallRun run_{
      text::train_tokenizer(test::tiny_lines(20),
                            {.type = config::TokenizerType::word, .vocab_size = 40}),
      {},
      0.9};
};

TEST_F(ChangedTrainingState, IsReadWhereNothingWasChanged) { EXPECT_EQ(load().step, 7); }

TEST_F(ChangedTrainingState, IsRefusedWithAnotherStateOfTheRandomGenerator) {
  const auto error = error_with("random.cpu", torch::ones({3}, torch::kUInt8));
  EXPECT_EQ(error.problem(), "its random.cpu is not the state of a random generator");
  EXPECT_EQ(error.where(), path_);
}

TEST_F(ChangedTrainingState, IsRefusedWhereWhatItCarriesHasNoRows) {
  const auto error = error_with("task.state.0", torch::ones({}));
  EXPECT_EQ(error.problem(), "its task.state.0 has no rows for each process");
  EXPECT_EQ(error.where(), path_);
}

}  // namespace
}  // namespace regard::train
