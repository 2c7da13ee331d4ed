#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "regard/base/interrupt.h"
#include "regard/config/experiment.h"
#include "regard/train/train.h"

namespace regard::cli {
namespace {

struct TrainingArguments {
  std::string config;
  std::vector<std::string> overrides;
  std::string output;
  std::string device;
  std::string threads;
  std::string seed;
  train::RunOptions run;
};

int run(TrainingArguments arguments) {
  const auto override_with = [&](const char* key, const std::string& value) {
    if (!value.empty()) arguments.overrides.push_back(std::string(key) + '=' + value);
  };
  override_with("training.device", arguments.device);
  override_with("training.threads", arguments.threads);
  override_with("training.seed", arguments.seed);
  const auto experiment = config::load_experiment(arguments.config, arguments.overrides);
  arguments.run.directory =
      arguments.output.empty()
          ? (std::filesystem::path("runs") / std::filesystem::path(arguments.config).stem())
                .string()
          : arguments.output;
  const InterruptGuard interrupt;
  const auto signal = train::train(experiment, arguments.run, interrupt);
  return signal ? exit_code_of_signal(*signal) : 0;
}

}  // namespace

std::function<int()> add_train(CLI::App& command) {
  auto arguments = std::make_shared<TrainingArguments>();
  command
      .add_option("config", arguments->config,
                  "The experiment, a YAML file; docs/config.md lists its keys")
      ->required();
  command
      .add_option("--set", arguments->overrides,
                  "Set a key of the config: --set training.steps=500 (may be given several times)")
      ->allow_extra_args(false);
  command.add_option("--output", arguments->output,
                     "The run directory; default: runs/NAME-OF-CONFIG");
  command.add_option("--device", arguments->device,
                     "auto, cpu, cuda or cuda:N; as --set training.device");
  command.add_option("--threads", arguments->threads, "CPU threads; as --set training.threads");
  command.add_option("--seed", arguments->seed, "As --set training.seed");
  auto* resume = command.add_flag("--resume", arguments->run.resume,
                                  "Continue the run in the directory exactly where it was saved");
  command
      .add_flag("--changed-texts", arguments->run.changed_texts,
                "Resume although texts have changed since the run was begun: it goes on with its "
                "next epoch")
      ->needs(resume);
  command.add_flag("--overwrite", arguments->run.overwrite, "Replace the run in the directory")
      ->excludes(resume);
  return [arguments] { return run(*arguments); };
}

}  // namespace regard::cli
