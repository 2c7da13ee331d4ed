// What may happen to a training while it runs: it is killed, the disk is full, the directory cannot
// be written, a text is gone. In every case the last checkpoint stays, and the resumed training
// ends with the weights of one to which nothing happened, bit for bit.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "regard/base/child_process.h"
#include "regard/interop/safetensors.h"
#include "support/training_folder.h"

namespace regard {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kSaveEvery = 3;
constexpr int kKilled = 128 + SIGKILL;
constexpr int kTerminated = 128 + SIGTERM;

/// Trainings by the program itself, in the directory `run`; `whole` is the same, undisturbed.
class Faults : public testing::TestWithParam<const char*>, public test::TrainingFolder {
 protected:
  Faults() { write_config(test::kSmallTransformer); }

  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr)
      GTEST_SKIP() << "REGARD_PROGRAM does not name the program";
  }

  void write_config(const std::string& model, int steps = 60) {
    auto config = model.starts_with("model") ? language_config_of(model) : config_of(model);
    const std::string before = "steps: 24,";
    config.replace(config.find(before), before.size(),
                   "ema: 0.9, report_every: 1, steps: " + std::to_string(steps) + ",");
    directory_.write("config.yaml", config);
  }

  ChildProcess::Options program(const std::function<void()>& before_start = [] {}) const {
    return {.command = {std::getenv("REGARD_PROGRAM"), "train", directory_ / "config.yaml",
                        "--output", directory_ / "run", "--resume"},
            .output = directory_ / "errors",
            .before_start = before_start};
  }

  /// Begins the training or goes on with it; returns the exit code.
  int run_program(const std::function<void()>& before_start = [] {}) const {
    fs::remove(directory_ / "errors");
    return ChildProcess(program(before_start)).wait();
  }

  /// What the last program said after "regard: ".
  std::string error() const {
    const auto text = directory_.read("errors");
    const auto begin = text.find("regard: ");
    return begin == std::string::npos ? "" : text.substr(begin);
  }

  /// The step of the last checkpoint, 0 where there is none. Throws where it is damaged.
  int64_t saved_step() const {
    const auto path = directory_ / "run/last/state.safetensors";
    if (!fs::exists(path)) return 0;
    const auto metadata = interop::read_safetensors(path).metadata;
    return nlohmann::json::parse(metadata.at("progress")).at("step");
  }

  /// The last step that the log knows of, and the lines of the log.
  struct Logged {
    int64_t step = 0;
    int64_t lines = 0;
  };
  Logged logged() const {
    Logged logged;
    std::ifstream log(directory_ / "run/log.jsonl");
    for (std::string line; std::getline(log, line) && !log.eof(); ++logged.lines) {
      logged.step = std::max(logged.step, nlohmann::json::parse(line).at("step").get<int64_t>());
    }
    return logged;
  }

  void expect_the_weights_of_an_undisturbed_training(const std::string& after) {
    if (!fs::exists(directory_ / "whole/model.safetensors")) train("whole");
    EXPECT_EQ(model_of("run"), model_of("whole")) << "after " << after;
  }

  /// Mended, the training goes on to its end.
  void expect_it_goes_on(const std::string& after) {
    EXPECT_EQ(run_program(), 0) << directory_.read("errors");
    expect_the_weights_of_an_undisturbed_training(after);
  }
};

// ------------------------------------------------------------------------------------------- kills

/// The instants at which it is killed.
class KilledTraining : public Faults {
 protected:
  bool is_writing_a_checkpoint() const {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory_ / "run/last", ignored)) {
      const auto name = entry.path().filename().string();
      if (name.find(".tmp-") != std::string::npos && !old_.contains(name)) return true;
    }
    return false;
  }

  /// Runs the program until `now` says so or it ends; returns its exit code.
  int run_until(const std::function<bool()>& now, std::chrono::microseconds pause) {
    ChildProcess child(program());
    while (!child.exit_code()) {
      if (now()) {
        child.send(SIGKILL);
        break;
      }
      std::this_thread::sleep_for(pause);
    }
    return child.wait();
  }

  int run_until_a_random_instant() {
    const auto end = Clock::now() + std::chrono::milliseconds(random_() % 2000);
    return run_until([&] { return Clock::now() >= end; }, std::chrono::microseconds(200));
  }

  /// When the log has grown, so that the machine's speed does not matter.
  int run_until_some_progress() {
    const int64_t enough = logged().lines + 1 + static_cast<int64_t>(random_() % 40);
    return run_until([&] { return logged().lines >= enough; }, std::chrono::milliseconds(1));
  }

  int run_until_in_the_middle_of_a_checkpoint() {
    old_.clear();
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory_ / "run/last", ignored)) {
      old_.insert(entry.path().filename().string());
    }
    const auto checkpoints = static_cast<int64_t>(random_() % 8);
    const int64_t enough = saved_step() + checkpoints * kSaveEvery;
    return run_until([&] { return logged().step >= enough && is_writing_a_checkpoint(); },
                     std::chrono::microseconds(0));
  }

  int run_until_killed(int kind) {
    if (kind == 0) return run_until_a_random_instant();
    return kind == 1 ? run_until_some_progress() : run_until_in_the_middle_of_a_checkpoint();
  }

  std::mt19937 random_;
  std::set<std::string> old_;
};

int kills_wanted() {
  const char* number = std::getenv("REGARD_KILLS");
  return number == nullptr ? 6 : std::atoi(number);
}

TEST_P(KilledTraining, LosesNoMoreThanTheStepsSinceItsLastCheckpoint) {
  constexpr int kMostKillsOfARun = 20;
  write_config(GetParam(), 300);
  const unsigned seed = std::random_device()();
  random_.seed(seed);
  int kills = 0, in_a_checkpoint = 0;
  for (int runs = 0; kills < kills_wanted() && runs < 1000; ++runs) {
    fs::remove_all(directory_ / "run");
    int kills_of_run = 0, code = kKilled;
    while (code == kKilled && kills < kills_wanted() && kills_of_run < kMostKillsOfARun) {
      const int64_t before = saved_step();
      const int kind = kills % 3;
      code = run_until_killed(kind);
      if (code != kKilled) break;
      ++kills;
      ++kills_of_run;
      const bool unfinished = is_writing_a_checkpoint();
      if (unfinished) ++in_a_checkpoint;
      ASSERT_GE(saved_step(), before) << "kill " << kills << ", seed " << seed;
      ASSERT_LE(logged().step - saved_step(), kSaveEvery) << "kill " << kills << ", seed " << seed;
    }
    expect_it_goes_on(std::to_string(kills_of_run) + " kills, seed " + std::to_string(seed));
    if (HasFailure()) return;
  }
  RecordProperty("kills", kills);
  std::cout << kills << " kills, " << in_a_checkpoint
            << " of them in the middle of writing a checkpoint\n";
}

INSTANTIATE_TEST_SUITE_P(Models, KilledTraining,
                         testing::Values(test::kSmallTransformer, test::kSmallRnnLm),
                         [](const auto& info) {
                           return info.index == 0 ? "translation" : "language_model";
                         });

TEST_F(Faults, SigtermSavesAndEndsWith143) {
  ChildProcess child(program());
  while (!child.exit_code() && logged().lines < 5) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  child.send(SIGTERM);
  EXPECT_EQ(child.wait(), kTerminated);
  EXPECT_EQ(saved_step(), logged().step) << "a step was lost";
  expect_it_goes_on("SIGTERM");
}

// ------------------------------------------------------------------- what a disk and people can do

/// A training that was stopped after a few steps.
class StoppedTraining : public Faults {
 protected:
  void SetUp() override {
    Faults::SetUp();
    if (IsSkipped()) return;
    train("run", {"training.steps=7"});
    before_ = saved_step();
    state_before_ = directory_.read("run/last/state.safetensors");
  }

  void expect_one_clear_error(const std::string& words) const {
    EXPECT_NE(error().find(words), std::string::npos) << directory_.read("errors");
    const auto text = error();
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 2) << text;  // what and remedy
  }

  int64_t before_ = 0;
  std::string state_before_;
};

TEST_F(StoppedTraining, SurvivesAFullDisk) {
  const auto full = static_cast<rlim_t>(state_before_.size() / 2);
  const int code = run_program([=] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{full, full};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  });
  EXPECT_EQ(code, 1);
  expect_one_clear_error("cannot be written: File too large");
  EXPECT_EQ(saved_step(), before_);
  expect_it_goes_on("a full disk");
}

TEST_F(StoppedTraining, SurvivesADirectoryThatCannotBeWritten) {
  constexpr uid_t kNobody = 65534;
  fs::permissions(directory_.path(), fs::perms(0755));
  for (const auto& entry : fs::recursive_directory_iterator(directory_ / "run")) {
    fs::permissions(entry.path(), entry.is_directory() ? fs::perms(0555) : fs::perms(0444));
  }
  fs::permissions(directory_ / "run", fs::perms(0555));
  const bool is_root = ::geteuid() == 0;  // to whom permissions mean nothing
  if (is_root) directory_.write("errors", "");
  const auto as_nobody = [=] {
    if (is_root && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) ::_exit(1);
  };
  const int code = run_program(as_nobody);
  fs::permissions(directory_ / "run", fs::perms(0755));
  for (const auto& entry : fs::recursive_directory_iterator(directory_ / "run")) {
    fs::permissions(entry.path(), entry.is_directory() ? fs::perms(0755) : fs::perms(0644));
  }
  if (code == 127) GTEST_SKIP() << "nobody may not run the program";
  EXPECT_EQ(code, 1);
  expect_one_clear_error("Permission denied");
  EXPECT_EQ(directory_.read("run/last/state.safetensors"), state_before_);
  expect_it_goes_on("a directory that could not be written");
}

TEST_F(StoppedTraining, SurvivesALostText) {
  fs::rename(directory_ / "text.fr", directory_ / "elsewhere.fr");
  EXPECT_EQ(run_program(), 2);
  expect_one_clear_error("text.fr: cannot read: No such file or directory");
  EXPECT_EQ(directory_.read("run/last/state.safetensors"), state_before_);
  fs::rename(directory_ / "elsewhere.fr", directory_ / "text.fr");
  expect_it_goes_on("a lost text");
}

}  // namespace
}  // namespace regard
