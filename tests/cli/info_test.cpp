// regard info on what other commands leave.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/commands.h"
#include "cli/parse.h"
#include "regard/base/error.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"
#include "support/training_folder.h"

namespace regard::cli {
namespace {

class Info : public testing::Test, public test::TrainingFolder {
 protected:
  std::string info(const std::string& name) const {
    CLI::App app;
    const auto run = add_info(app);
    testing::internal::CaptureStdout();
    try {
      if (parse(app, {directory_ / name})) run();
    } catch (...) {
      testing::internal::GetCapturedStdout();
      throw;
    }
    return testing::internal::GetCapturedStdout();
  }
  void expect_says(const std::string& name, const std::vector<std::string>& parts) const {
    const auto said = info(name);
    for (const auto& part : parts) EXPECT_NE(said.find(part), std::string::npos) << said;
  }
};

TEST_F(Info, SaysOfARunHowItWasTrainedAndHowGoodItIs) {
  train("run");
  expect_says("run", {"a translation model, trained here", "rnn_attention", "en to fr",
                      "24 steps in ", "validation    loss ", "BLEU ", directory_ / "text.en",
                      "$ regard translate " + (directory_ / "run")});
}

TEST_F(Info, SaysOfAModelWhatItIs) {
  test::tiny_model("transformer").save(directory_ / "model");
  expect_says("model", {"a translation model\n", "transformer", " pieces for both languages"});
}

TEST_F(Info, KnowsTokenizersConfigsAndTexts) {
  test::tiny_model("transformer").save(directory_ / "model");
  expect_says("model/tokenizer.model", {"a tokenizer"});
  expect_says("config.yaml", {"a config", "$ regard train "});
  directory_.write("pairs.tsv", "a\tb\nc\td\n");
  expect_says("pairs.tsv", {"pairs of sentences", "lines         2", "regard train --data "});
  expect_says("text.en", {"a text", "lines         6"});
}

TEST_F(Info, SaysWhatIsNotThere) {
  EXPECT_EQ(test::thrown_error([&] { info("nothing"); }).where(), directory_ / "nothing");
}

}  // namespace
}  // namespace regard::cli
