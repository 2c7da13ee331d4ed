// Training by several processes of the program itself, on this machine.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <torch/utils.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <thread>

#include "interop/load_model.h"
#include "runs/film.h"
#include "support/processes.h"
#include "support/training_folder.h"

namespace regard::train {
namespace {

using test::kSmallRnn, test::kSmallRnnLm, test::kSmallTransformer;
using Clock = std::chrono::steady_clock;
using Environment = std::map<std::string, std::string>;
using Arguments = std::vector<std::string>;

class ParallelTraining : public testing::TestWithParam<const char*>, public test::TrainingFolder {
 protected:
  void SetUp() override {
    if (std::getenv("REGARD_PROGRAM") == nullptr) {
      GTEST_SKIP() << "REGARD_PROGRAM does not name the program";
    }
    directory_.write("config.yaml", config_of(kSmallTransformer));
  }
  ~ParallelTraining() override {
    for (const auto& [process, log] : processes_) {
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
    }
  }

  static Arguments arguments_for(const std::string& config, const std::string& output,
                                 const Arguments& overrides) {
    Arguments arguments = {std::getenv("REGARD_PROGRAM"), "train", config, "--output", output};
    for (const auto& override : overrides) {
      if (!override.starts_with("--")) arguments.emplace_back("--set");
      arguments.push_back(override);
    }
    return arguments;
  }
  Arguments arguments_for(const std::string& output, const Arguments& overrides) const {
    return arguments_for(directory_ / "config.yaml", directory_ / output, overrides);
  }

  /// Starts a program; redirects its standard output and standard error to the file `log`.
  pid_t start(Arguments arguments, const Environment& environment, const std::string& log) {
    const std::string path = directory_ / log;
    const pid_t child = fork();
    if (child == 0) {
      const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
      dup2(file, STDERR_FILENO);
      dup2(file, STDOUT_FILENO);
      for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
      std::vector<char*> words;
      for (auto& argument : arguments) words.push_back(argument.data());
      words.push_back(nullptr);
      execvp(words.front(), words.data());
      _exit(127);
    }
    processes_[child] = log;
    return child;
  }

  /// Two processes that train as one job into `output`.
  std::vector<pid_t> start_two(const std::string& output, const Arguments& overrides = {},
                               const Environment& more = {}) {
    const auto port = std::to_string(test::free_port());
    std::vector<pid_t> started;
    for (const char* rank : {"0", "1"}) {
      Environment environment = {{"RANK", rank},
                                 {"WORLD_SIZE", "2"},
                                 {"MASTER_ADDR", "127.0.0.1"},
                                 {"MASTER_PORT", port},
                                 {"REGARD_SILENCE_SECONDS", "10"}};
      environment.insert(more.begin(), more.end());
      started.push_back(
          start(arguments_for(output, overrides), environment, std::string("log") + rank));
    }
    return started;
  }

  /// The exit code, or minus the number of the signal that ended the process.
  int wait_for(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    processes_.erase(process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  /// Waits until the mask of handlers in /proc includes SIGTERM.
  static void wait_until_it_catches_signals(pid_t process) {
    const auto end = Clock::now() + std::chrono::seconds(60);
    while (Clock::now() < end) {
      std::ifstream status("/proc/" + std::to_string(process) + "/status");
      for (std::string line; std::getline(status, line);) {
        if (!line.starts_with("SigCgt:")) continue;
        const auto mask = std::stoull(line.substr(line.find('\t') + 1), nullptr, 16);
        if ((mask >> (SIGTERM - 1U)) % 2 == 1) return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    FAIL() << "it does not catch SIGTERM";
  }

  void expect_success(const std::vector<pid_t>& processes) {
    for (const pid_t process : processes) {
      const auto log = processes_[process];
      EXPECT_EQ(wait_for(process), 0) << directory_.read(log);
    }
  }

  void train_by_two(const std::string& output, const Arguments& overrides = {}) {
    expect_success(start_two(output, overrides));
  }

  /// Waits until the log of the run has this many lines.
  void wait_for_log(const std::string& output, int64_t lines) const {
    const auto end = Clock::now() + std::chrono::seconds(60);
    while (Clock::now() < end) {
      const auto log = test::content_of(directory_ / (output + "/log.jsonl"));
      if (std::count(log.begin(), log.end(), '\n') >= lines) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    FAIL() << "the training does not begin: " << directory_.read("log0");
  }

  void expect_same_weights(const std::string& output, const std::string& other, double tolerance) {
    const auto a = interop::read_safetensors(directory_ / (output + "/last/state.safetensors"));
    const auto b = interop::read_safetensors(directory_ / (other + "/last/state.safetensors"));
    int64_t weights = 0;
    for (const auto& [name, tensor] : a.tensors) {
      if (!name.starts_with("model.")) continue;
      ++weights;
      EXPECT_TRUE(torch::allclose(tensor, b.tensors.at(name), 0, tolerance)) << name;
    }
    EXPECT_GT(weights, 0);
  }

  std::map<pid_t, std::string> processes_;
};

constexpr double kMostDifference = 1e-5;  // after 50 steps

class EveryModelInParallel : public ParallelTraining {};

TEST_P(EveryModelInParallel, GivesTheWeightsOfOneProcessWithTheSameGlobalBatch) {
  directory_.write("config.yaml", config_of(GetParam()));
  const Arguments common = {"training.steps=50", "model.dropout=0", "training.average=0"};
  train_by_two("two", common);
  auto alone = common;
  alone.emplace_back("training.accumulate=2");
  train("one", alone);
  expect_same_weights("one", "two", kMostDifference);
}

INSTANTIATE_TEST_SUITE_P(Architectures, EveryModelInParallel,
                         testing::Values(kSmallRnn, kSmallTransformer), [](const auto& info) {
                           return std::string(info.index == 0 ? "rnn_attention" : "transformer");
                         });

TEST_F(ParallelTraining, OfALanguageModelSharesTheRowsOfAMinibatch) {
  directory_.write("config.yaml", language_config_of(kSmallRnnLm));
  const Arguments common = {"training.steps=50", "model.dropout=0", "training.average=0"};
  train_by_two("two", common);
  auto alone = common;
  alone.emplace_back("training.batch_tokens=16");
  train("one", alone);
  expect_same_weights("one", "two", kMostDifference);
}

TEST_F(ParallelTraining, DrawsOtherDropoutInEachProcessAndTheSameEachTime) {
  train_by_two("a");
  train_by_two("b");
  EXPECT_EQ(model_of("a"), model_of("b"));
}

TEST_F(ParallelTraining, ResumedEndsWithTheSameWeightsBitForBit) {
  directory_.write("config.yaml", language_config_of(kSmallRnnLm));  // this model carries a state
  train_by_two("whole");
  train_by_two("parts", {"training.steps=10"});
  train_by_two("parts", {"--resume"});
  EXPECT_EQ(model_of("whole"), model_of("parts"));
}

TEST_F(ParallelTraining, WithAShardedOptimizerGivesTheSameBytes) {
  const std::string sharded = "training.shard_optimizer=true";
  train_by_two("whole");
  train_by_two("sharded", {sharded, "training.steps=10"});
  train_by_two("sharded", {sharded, "--resume"});
  EXPECT_EQ(model_of("whole"), model_of("sharded"));
}

TEST_F(ParallelTraining, IsFilmedByTheFirstAloneAndGivesTheSameBytes) {
  const std::string steps = "training.steps=60";  // a film of three frames
  train_by_two("whole", {steps});
  train_by_two("filmed", {steps, "training.film=true"});
  EXPECT_EQ(model_of("whole"), model_of("filmed"));
  EXPECT_EQ(read_film(directory_ / "filmed").size(), 3U);
}

TEST_F(ParallelTraining, GoesOnWithAnotherNumberOfProcesses) {
  train_by_two("run", {"training.shard_optimizer=true", "training.steps=10"});
  EXPECT_NO_THROW(train("run", {}, true));
}

TEST_F(ParallelTraining, ReportsTheTokensOfAllProcesses) {
  train_by_two("two", {"training.report_every=10", "training.steps=10"});
  train("one", {"training.accumulate=2", "training.report_every=10", "training.steps=10"});
  const auto tokens = [&](const std::string& output) {
    const auto state = interop::read_safetensors(directory_ / (output + "/last/state.safetensors"));
    const auto& progress = state.metadata.at("progress");
    const auto begin = progress.find("\"target_tokens\":");
    return progress.substr(begin, progress.find(',', begin) - begin);
  };
  EXPECT_EQ(tokens("two"), tokens("one"));
}

const Arguments kLong = {"training.steps=200", "training.report_every=5"};

TEST_F(ParallelTraining, EndsWithRankAndReasonWhenAProcessIsKilledAndGoesOnWhenRestarted) {
  train_by_two("whole", kLong);
  for (const size_t killed : {0, 1}) {
    const auto output = "killed" + std::to_string(killed);
    const auto processes = start_two(output, kLong);
    wait_for_log(output, 5);
    const auto begin = Clock::now();
    kill(processes[killed], SIGKILL);
    EXPECT_EQ(wait_for(processes[killed]), -SIGKILL) << "the run ended before it could be killed";
    EXPECT_EQ(wait_for(processes[1 - killed]), 1);
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(30));
    const auto message = directory_.read("log" + std::to_string(1 - killed));
    EXPECT_NE(message.find("rank " + std::to_string(killed) + " is gone: "), std::string::npos)
        << message;

    expect_success(start_two(output, kLong, {{"TORCHELASTIC_RESTART_COUNT", "1"}}));
    EXPECT_EQ(model_of(output), model_of("whole"));
  }
}

TEST_F(ParallelTraining, EndsWithTheReasonOfAProcessThatFails) {
  train_by_two("run", {"training.steps=2"});
  const auto processes = start_two("run");  // only the first process finds the existing run
  EXPECT_EQ(wait_for(processes[0]), 2);
  EXPECT_EQ(wait_for(processes[1]), 1);
  const auto message = directory_.read("log1");
  EXPECT_NE(message.find("rank 0 is gone: "), std::string::npos) << message;
  EXPECT_NE(message.find("run: already contains a run"), std::string::npos) << message;
}

TEST_F(ParallelTraining, StopsAndSavesWhenOneProcessIsAskedTo) {
  train_by_two("whole", kLong);
  const auto processes = start_two("stopped", kLong);
  wait_for_log("stopped", 5);
  kill(processes[1], SIGTERM);
  for (const pid_t process : processes) EXPECT_EQ(wait_for(process), 143);
  auto resumed = kLong;
  resumed.emplace_back("--resume");
  train_by_two("stopped", resumed);
  EXPECT_EQ(model_of("stopped"), model_of("whole"));
}

TEST_F(ParallelTraining, EndsAtASignalWhileItWaitsForOthers) {
  const auto port = std::to_string(test::free_port());
  for (const char* rank : {"0", "1"}) {
    for (const int signal : {SIGTERM, SIGINT}) {
      const Environment alone = {
          {"RANK", rank}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "127.0.0.1"}, {"MASTER_PORT", port}};
      const auto process = start(arguments_for("run", {}), alone, "log");
      wait_until_it_catches_signals(process);
      const auto begin = Clock::now();
      kill(process, signal);
      EXPECT_EQ(wait_for(process), 128 + signal) << directory_.read("log");
      EXPECT_LT(Clock::now() - begin, std::chrono::seconds(1)) << "rank " << rank;
    }
  }
}

TEST_F(ParallelTraining, UnderTorchrunGoesOnByItselfAfterAKill) {
  const char* root = std::getenv("REGARD_SOURCE_DIR");
  const std::string torchrun =
      std::string(root == nullptr ? "." : root) + "/.deps/python/bin/torchrun";
  if (access(torchrun.c_str(), X_OK) != 0) GTEST_SKIP() << "no " << torchrun;
  train_by_two("whole", kLong);
  Arguments command = {torchrun,           "--no-python",   "--nproc-per-node=2",
                       "--max-restarts=1", "--master-port", std::to_string(test::free_port())};
  const auto program = arguments_for("run", kLong);
  command.insert(command.end(), program.begin(), program.end());
  const auto launcher = start(command, {}, "log");
  wait_for_log("run", 5);
  std::ifstream children("/proc/" + std::to_string(launcher) + "/task/" + std::to_string(launcher) +
                         "/children");
  pid_t first = 0, second = 0;
  children >> first >> second;
  ASSERT_GT(second, 0);
  kill(second, SIGKILL);
  EXPECT_EQ(wait_for(launcher), 0) << directory_.read("log");
  EXPECT_EQ(model_of("run"), model_of("whole"));
  EXPECT_NE(directory_.read("log").find("rank 1 is gone"), std::string::npos)
      << directory_.read("log");
}

TEST_F(ParallelTraining, SpansMachinesThatShareTheirFiles) {
  // Two network namespaces simulate two machines. Both end with their processes.
  const auto script = directory_.write("machines.sh", R"sh(
ip link set lo up || exit 77
unshare -n sleep 100 & other=$!
while [ "$(readlink /proc/$other/ns/net)" = "$(readlink /proc/self/ns/net)" ]; do sleep 0.02; done
trap "kill $other" EXIT
ip link add regard0 type veth peer name regard1 && ip link set regard1 netns $other || exit 77
ip addr add 10.99.0.1/24 dev regard0 && ip link set regard0 up || exit 77
there="nsenter -t $other -n"
$there ip addr add 10.99.0.2/24 dev regard1 && $there ip link set regard1 up && $there ip link set lo up || exit 77
export WORLD_SIZE=2 MASTER_ADDR=10.99.0.1 MASTER_PORT=29500
RANK=0 "$@" & first=$!
RANK=1 $there "$@" || exit 1
wait $first
)sh");
  Arguments command = {"unshare", "-n", "bash", script};
  const auto program = arguments_for("machines", {});
  command.insert(command.end(), program.begin(), program.end());
  const int code = wait_for(start(command, {}, "log"));
  if (code != 0 && directory_.read("log").find("regard: ") == std::string::npos) {
    GTEST_SKIP() << "no network namespaces here: " << directory_.read("log");
  }
  EXPECT_EQ(code, 0) << directory_.read("log");
  train_by_two("one machine");
  EXPECT_EQ(model_of("machines"), model_of("one machine"));
}

}  // namespace
}  // namespace regard::train
