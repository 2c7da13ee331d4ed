#include "regard/train/own_pairs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "regard/base/error.h"
#include "regard/config/experiment.h"
#include "regard/model/registry.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"

namespace regard::train {
namespace {

class TrainOwnPairs : public testing::Test, public test::TrainingFolder {
 protected:
  TrainOwnPairs() {
    std::string pairs;
    for (int i = 0; i < 300; ++i) {
      const auto number = std::to_string(i);
      pairs += "I see cat " + number + " .\tje vois le chat " + number + " .\n";
    }
    directory_.write("pairs.tsv", pairs);
  }

  std::string prepare(const std::string& model, bool resume = false, bool overwrite = false) const {
    return prepare_own_pairs({.file = directory_ / "pairs.tsv", .model = model}, directory_ / "run",
                             resume, overwrite);
  }
};

TEST_F(TrainOwnPairs, HaveAConfigThatCanBeTrainedAndResumed) {
  const auto config = prepare("transformer");
  const auto experiment = config::load_experiment(
      config, {"training.minutes=0.02", "training.batch_tokens=200", "search.beam_size=1"});
  const InterruptGuard interrupt;
  regard::train::train(experiment, {.directory = directory_ / "run"}, interrupt);
  EXPECT_TRUE(std::filesystem::exists(directory_ / "run/model.safetensors"));
  EXPECT_NE(directory_.read("run/log.jsonl").find("\"test\""), std::string::npos);
  const auto text = directory_.read("run/data/test.tsv");
  EXPECT_EQ(prepare("transformer", true), config);
  EXPECT_EQ(directory_.read("run/data/test.tsv"), text);
}

TEST_F(TrainOwnPairs, TrainEitherModelByWhatHelpsShortTrainings) {
  for (const auto* model : {"transformer", "bahdanau"}) {
    const auto training = config::load_experiment(prepare(model, false, true)).training;
    EXPECT_GT(training.guided_alignment, 0) << model;
    EXPECT_EQ(training.schedule, config::Schedule::linear) << model;
  }
}

TEST_F(TrainOwnPairs, KnowTheNamesOfTheBook) {
  const auto experiment = config::load_experiment(prepare("bahdanau"));
  EXPECT_EQ(model::find_architecture(experiment.model).name, "rnn_attention");
}

TEST_F(TrainOwnPairs, AreNotWrittenWhereARunIs) {
  train("run", {"training.steps=2", "training.warmup=1"});
  EXPECT_EQ(test::thrown_error([&] { prepare("transformer"); }).where(), directory_ / "run");
  EXPECT_FALSE(std::filesystem::exists(directory_ / "run/data"));
}

TEST_F(TrainOwnPairs, NameAnArchitectureThatIsThere) {
  const auto error = test::thrown_error([&] { prepare("transfomer"); });
  EXPECT_NE(error.remedy().find("transformer"), std::string::npos) << error.remedy();
}

}  // namespace
}  // namespace regard::train
