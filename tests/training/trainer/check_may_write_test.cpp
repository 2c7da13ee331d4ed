#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "regard/base/error.h"
#include "support/base/thrown_error.h"
#include "support/training_folder.h"

namespace regard::train {
namespace {

class CheckMayWrite : public testing::Test, public test::TrainingFolder {};

TEST_F(CheckMayWrite, DoesNotResumeOntoAModelWhoseTrainingIsNotThere) {
  train("run");
  const auto model = model_of("run");
  for (const auto* gone : {"run/last/state.safetensors", "run/last"}) {
    std::filesystem::remove(directory_ / gone);
    const auto error = test::thrown_error([&] { train("run", {}, true); });
    EXPECT_EQ(error.where(), directory_ / "run");
    EXPECT_NE(error.remedy().find("training.init_from"), std::string::npos) << error.remedy();
    EXPECT_EQ(model_of("run"), model);
  }
}

TEST_F(CheckMayWrite, BeginsNotAmongFilesOfSomebodyElse) {
  for (const auto* file : {"config.yaml", "log.jsonl", "tokenizer.model"}) {
    const std::string path = std::string("other-") + file + "/" + file;
    directory_.write(path, "precious");
    const auto run = std::filesystem::path(path).parent_path().string();
    EXPECT_EQ(test::thrown_error([&] { train(run); }).where(), directory_ / path);
    EXPECT_EQ(directory_.read(path), "precious");
  }
}

}  // namespace
}  // namespace regard::train
