#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/process.h"
#include "support/training_folder.h"

namespace regard::cli {
namespace {

/// Runs the program `regard sweep` with training runs of one second each.
class SweepProgram : public testing::Test, public test::TrainingFolder {
 protected:
  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr) GTEST_SKIP() << "REGARD_PROGRAM is not set";
  }

  ChildProcess::Options sweep(const std::vector<std::string>& arguments) const {
    std::vector<std::string> command = {std::getenv("REGARD_PROGRAM"), "sweep",
                                        directory_ / "config.yaml", "--output",
                                        directory_ / "runs"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    std::filesystem::remove(directory_ / "output");
    return {.command = command, .output = directory_ / "output"};
  }
  int run(const std::vector<std::string>& arguments) const {
    return ChildProcess(sweep(arguments)).wait();
  }
  /// The JSON of the output, which follows the log.
  nlohmann::json json() const {
    const auto output = directory_.read("output");
    return nlohmann::json::parse(output.substr(output.rfind("\n[") + 1));
  }
  std::string content(const std::string& name) const { return directory_.read(name); }
};

const std::vector<std::string> kGrid = {"--grid", "training.learning_rate=0.001,1e-9", "--json"};

TEST_F(SweepProgram, TrainsEveryCombinationAndNamesTheBestFirst) {
  ASSERT_EQ(run(kGrid), 0) << content("output");
  const auto runs = json();
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].at("run"), "learning_rate=0.001");
  EXPECT_EQ(runs[0].at("state"), "done");
  EXPECT_LT(runs[0].at("loss"), runs[1].at("loss"));
  train("alone", {"training.learning_rate=0.001"});
  EXPECT_EQ(model_of("runs/learning_rate=0.001"), model_of("alone"));
}

TEST_F(SweepProgram, KeepsFinishedRunsAndResumesOthers) {
  ASSERT_EQ(run(kGrid), 0) << content("output");
  const auto log = content("runs/learning_rate=0.001.log");
  std::filesystem::remove_all(directory_ / "runs/learning_rate=1e-9");
  train("runs/learning_rate=1e-9", {"training.learning_rate=1e-9", "training.steps=7"});
  ASSERT_EQ(run({kGrid[0], kGrid[1], "--jobs", "2", "--json"}), 0) << content("output");
  EXPECT_EQ(content("runs/learning_rate=0.001.log"), log) << "trained again";
  EXPECT_NE(content("runs/learning_rate=1e-9.log").find("resuming at step 7 of 24\n"),
            std::string::npos);
  EXPECT_EQ(json()[1].at("steps"), 24);
}

TEST_F(SweepProgram, GoesOnAfterARunThatFails) {
  EXPECT_EQ(run({"--grid", "tokenizer.vocab_size=5,40", "--json", "--set", "tokenizer.type=bpe"}),
            1);
  const auto runs = json();
  EXPECT_EQ(runs[0].at("state"), "done");
  EXPECT_EQ(runs[1].at("state"), "failed");
  EXPECT_TRUE(runs[1].at("loss").is_null());
}

TEST_F(SweepProgram, TrainsNothingIfACombinationIsWrong) {
  EXPECT_EQ(run({"--grid", "training.learning_rate=0.01,0"}), 2);
  EXPECT_NE(content("output").find("--grid training.learning_rate is 0, but"), std::string::npos)
      << content("output");
  EXPECT_EQ(run({"--grid", "model.layers=1,0"}), 2);
  EXPECT_FALSE(std::filesystem::exists(directory_ / "runs"));
}

TEST_F(SweepProgram, CountsTheRunsThatHaveBegun) {
  ASSERT_EQ(run({kGrid[0], kGrid[1], "--jobs", "2"}), 0) << content("output");
  EXPECT_NE(content("output").find("run 1 of 2"), std::string::npos) << content("output");
  EXPECT_NE(content("output").find("run 2 of 2"), std::string::npos) << content("output");
}

TEST_F(SweepProgram, SavesItsRunsWhenAskedToStop) {
  ChildProcess child(sweep({"--grid", "training.steps=100000"}));
  const auto state = directory_ / "runs/steps=100000/log.jsonl";
  while (!child.exit_code() && !std::filesystem::exists(state)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  child.send(SIGTERM);
  EXPECT_EQ(child.wait(), 128 + SIGTERM);
  EXPECT_TRUE(std::filesystem::exists(directory_ / "runs/steps=100000/last/state.safetensors"));
}

}  // namespace
}  // namespace regard::cli
