#include <gtest/gtest.h>

#include <filesystem>

#include "cli_training/model_command.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using test::thrown_error;

class AverageCommand : public ModelCommand {
 protected:
  AverageCommand() {
    std::filesystem::create_directories(folder_ / "model/checkpoints");
    for (uint64_t step = 1; step <= 3; ++step) {
      files_.push_back(folder_ /
                       ("model/checkpoints/step-00000" + std::to_string(step) + ".safetensors"));
      interop::save_model(files_.back(), *test::tiny_model("transformer", step).model,
                          tiny_.metadata());
    }
  }

  void expect_average_of(std::span<const std::string> files) const {
    const auto expected = test::tiny_model("transformer", 99);
    interop::load_average(files, *expected.model);
    const auto found = interop::load_model(folder_ / "average", torch::kCPU);
    for (const auto& weight : found.model->named_parameters()) {
      EXPECT_TRUE(weight.value().equal(expected.model->named_parameters()[weight.key()]));
    }
  }

  std::vector<std::string> files_;
};

TEST_F(AverageCommand, MakesOneModelOfTheCheckpointsOfARun) {
  run(add_average, {model_, "-o", folder_ / "average"});
  expect_average_of(files_);
}

TEST_F(AverageCommand, TakesTheLastOnes) {
  run(add_average, {model_, "-o", folder_ / "average", "--last", "2"});
  expect_average_of(std::span(files_).last(2));
}

TEST_F(AverageCommand, TakesFilesAndDirectories) {
  run(add_average, {files_[0], files_[2], model_, "-o", folder_ / "average"});
  expect_average_of(std::vector{files_[0], files_[2], model_ + "/model.safetensors"});
}

TEST_F(AverageCommand, NeverReplacesAModel) {
  const auto before = test::content_of(folder_ / "model/model.safetensors");
  EXPECT_THROW(run(add_average, {model_, "-o", model_}), Error);
  EXPECT_EQ(test::content_of(folder_ / "model/model.safetensors"), before);
}

TEST_F(AverageCommand, RefusesModelsWithDifferentTokenizers) {
  test::tiny_model("transformer", 1, config::TokenizerType::character).save(folder_ / "other");
  const std::string mine = files_[0], other = folder_ / "other";
  const auto error = thrown_error([&] {
    run(add_average, {mine, other, "-o", folder_ / "average"});
  });
  EXPECT_EQ(error.where(), other + "/model.safetensors");
  const std::string message = error.problem();
  EXPECT_TRUE(message.starts_with("has a different tokenizer than " + mine + ": ")) << message;
  EXPECT_NE(message.find(" subwords, and " + std::to_string(tiny_.tokenizers.target().size())),
            std::string::npos)
      << message;
  EXPECT_EQ(error.remedy(),
            "average checkpoints of one run, or of runs that share config and tokenizer");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "average"));
}

TEST_F(AverageCommand, SaysThatARunKeptNoCheckpoints) {
  std::filesystem::remove_all(folder_ / "model/checkpoints");
  const auto error = thrown_error([&] { run(add_average, {model_, "-o", folder_ / "average"}); });
  EXPECT_EQ(error.where(), model_);
  EXPECT_NE(error.remedy().find("training.keep_checkpoints"), std::string::npos);
}

TEST_F(AverageCommand, RefusesMoreCheckpointsThanThereAre) {
  EXPECT_THROW(run(add_average, {model_, "-o", folder_ / "average", "--last", "4"}), Error);
}

}  // namespace
}  // namespace regard::cli
