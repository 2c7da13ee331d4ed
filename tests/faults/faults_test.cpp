// Faults during a training run: it is killed, the disk is full, the directory is not writable, or a
// text is missing. In every case the last checkpoint survives, and the resumed run ends with the
// weights of an undisturbed one, bit for bit.
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
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "base/process.h"
#include "interop/load_model.h"
#include "regard/base/str.h"
#include "support/processes.h"
#include "support/training_folder.h"

namespace regard {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kSaveEvery = 3;
constexpr int kKilled = 128 + SIGKILL;
constexpr int kTerminated = 128 + SIGTERM;

/// Training runs of the program in the directory `run`; `whole` is an undisturbed run.
class Faults : public testing::Test, public test::TrainingFolder {
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

  std::vector<std::string> command(const std::string& run = "run") const {
    return {std::getenv("REGARD_PROGRAM"),
            "train",
            directory_ / "config.yaml",
            "--output",
            directory_ / run,
            "--resume"};
  }
  ChildProcess::Options program(const std::function<void()>& before_start = [] {}) const {
    return {.command = command(), .output = directory_ / "errors", .before_start = before_start};
  }

  /// Starts or resumes the run; returns the exit code.
  int run_program(const std::function<void()>& before_start = [] {}) const {
    fs::remove(directory_ / "errors");
    return ChildProcess(program(before_start)).wait();
  }

  /// The last program's message after "regard: ".
  std::string error() const {
    // Warnings precede the error.
    const auto text = directory_.read("errors");
    auto begin = text.find("regard: ");
    while (begin != std::string::npos && text.substr(begin).starts_with("regard: warning: "))
      begin = text.find("regard: ", begin + 1);
    return begin == std::string::npos ? "" : text.substr(begin);
  }

  /// The step of the last checkpoint; 0 if there is none. Throws if it is damaged.
  int64_t saved_step() const {
    const auto path = directory_ / "run/last/state.safetensors";
    if (!fs::exists(path)) return 0;
    const auto metadata = interop::read_safetensors(path).metadata;
    return nlohmann::json::parse(metadata.at("progress")).at("step");
  }

  /// The last step in the log, and the lines of the log.
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

  /// After the fault is repaired, the run continues to its end.
  void expect_it_goes_on(const std::string& after) {
    EXPECT_EQ(run_program(), 0) << directory_.read("errors");
    expect_the_weights_of_an_undisturbed_training(after);
  }
};

// ------------------------------------------------------------------------------------------- kills

/// A model and the number of processes that train it.
struct Job {
  std::string name;
  std::string model;
  int processes = 1;
};

/// The processes of a job, and the times at which they are killed.
class KilledTraining : public Faults, public testing::WithParamInterface<Job> {
 protected:
  using Processes = std::vector<std::unique_ptr<ChildProcess>>;

  /// Starts or resumes the run in a directory.
  Processes start(const std::string& run) const {
    fs::remove(directory_ / "errors");
    Processes processes;
    const auto port = test::free_port();
    const int size = GetParam().processes;
    for (int rank = 0; rank < size; ++rank) {
      auto line = command(run);
      if (size > 1) {
        const std::vector<std::string> launcher = {
            "/usr/bin/env",          str("RANK=", rank),        str("WORLD_SIZE=", size),
            "MASTER_ADDR=127.0.0.1", str("MASTER_PORT=", port), "REGARD_SILENCE_SECONDS=5"};
        line.insert(line.begin(), launcher.begin(), launcher.end());
      }
      processes.push_back(std::make_unique<ChildProcess>(
          ChildProcess::Options{.command = line, .output = directory_ / "errors"}));
    }
    return processes;
  }

  void run_to_the_end(const std::string& run) const {
    for (const auto& process : start(run)) {
      EXPECT_EQ(process->wait(), 0) << directory_.read("errors");
    }
  }

  bool is_writing_a_checkpoint() const {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory_ / "run/last", ignored)) {
      const auto name = entry.path().filename().string();
      if (name.find(".tmp-") != std::string::npos && !old_.contains(name)) return true;
    }
    return false;
  }

  /// Kills one of several processes, or all of them, as a power cut would.
  void kill_some(const Processes& processes) {
    const size_t choice = random_() % (processes.size() + 1);
    for (size_t rank = 0; rank < processes.size(); ++rank) {
      if (choice == rank || choice == processes.size() || processes.size() == 1) {
        processes[rank]->send(SIGKILL);
      }
    }
  }

  /// Runs the job until `now` returns true or the job ends; returns whether it was killed.
  bool was_killed_when(const std::function<bool()>& now, std::chrono::microseconds pause) {
    const auto processes = start("run");
    while (!processes.front()->exit_code() && !now()) std::this_thread::sleep_for(pause);
    if (!processes.front()->exit_code()) kill_some(processes);
    // A launcher ends the other processes: they would wait a long time for the killed one.
    const auto end = Clock::now() + std::chrono::seconds(3);
    bool was_killed = false;
    for (const auto& process : processes) {
      while (!process->exit_code() && Clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      if (!process->exit_code()) process->send(SIGKILL);
      was_killed |= process->wait() == kKilled;
    }
    return was_killed;
  }

  bool was_killed_at_a_random_instant() {
    const auto end = Clock::now() + std::chrono::milliseconds(random_() % 2000);
    return was_killed_when([&] { return Clock::now() >= end; }, std::chrono::microseconds(200));
  }

  /// Kills the job once the log has grown, so that the machine's speed does not matter.
  bool was_killed_after_some_progress() {
    const int64_t enough = logged().lines + 1 + static_cast<int64_t>(random_() % 40);
    return was_killed_when([&] { return logged().lines >= enough; }, std::chrono::milliseconds(1));
  }

  bool was_killed_in_the_middle_of_a_checkpoint() {
    old_.clear();
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory_ / "run/last", ignored)) {
      old_.insert(entry.path().filename().string());
    }
    const auto checkpoints = static_cast<int64_t>(random_() % 8);
    const int64_t enough = saved_step() + checkpoints * kSaveEvery;
    return was_killed_when([&] { return logged().step >= enough && is_writing_a_checkpoint(); },
                           std::chrono::microseconds(0));
  }

  bool was_killed(int kind) {
    if (kind == 0) return was_killed_at_a_random_instant();
    return kind == 1 ? was_killed_after_some_progress()
                     : was_killed_in_the_middle_of_a_checkpoint();
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
  write_config(GetParam().model, 300);
  const unsigned seed = std::random_device()();
  random_.seed(seed);
  run_to_the_end("whole");
  int kills = 0, in_a_checkpoint = 0;
  for (int runs = 0; kills < kills_wanted() && runs < 1000; ++runs) {
    fs::remove_all(directory_ / "run");
    int kills_of_run = 0;
    while (kills < kills_wanted() && kills_of_run < kMostKillsOfARun) {
      const int64_t before = saved_step();
      if (!was_killed(kills % 3)) break;
      ++kills;
      ++kills_of_run;
      if (is_writing_a_checkpoint()) ++in_a_checkpoint;
      ASSERT_GE(saved_step(), before) << "kill " << kills << ", seed " << seed;
      ASSERT_LE(logged().step - saved_step(), kSaveEvery) << "kill " << kills << ", seed " << seed;
    }
    run_to_the_end("run");
    ASSERT_EQ(model_of("run"), model_of("whole"))
        << "after " << kills_of_run << " kills, seed " << seed;
  }
  RecordProperty("kills", kills);
  std::cout << kills << " kills, " << in_a_checkpoint
            << " of them in the middle of writing a checkpoint\n";
}

INSTANTIATE_TEST_SUITE_P(
    Jobs, KilledTraining,
    testing::Values(Job{.name = "translation", .model = test::kSmallTransformer},
                    Job{.name = "language_model", .model = test::kSmallRnnLm},
                    Job{.name = "two_processes", .model = test::kSmallTransformer, .processes = 2}),
    [](const auto& info) { return info.param.name; });

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

// ------------------------------------------------------------------- faults of disks and users

/// A training run that was stopped after a few steps.
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
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 2) << text;  // problem and remedy
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
  const bool is_root = ::geteuid() == 0;  // permissions do not restrict root
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
  expect_one_clear_error("text.fr: no such file");
  EXPECT_EQ(directory_.read("run/last/state.safetensors"), state_before_);
  fs::rename(directory_ / "elsewhere.fr", directory_ / "text.fr");
  expect_it_goes_on("a lost text");
}

}  // namespace
}  // namespace regard
