#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <memory>

#include "commands.h"
#include "grammar.h"
#include "regard/base/error.h"
#include "regard/base/interrupt.h"
#include "regard/base/str.h"
#include "regard/base/verbose.h"
#include "regard/config/experiment.h"
#include "regard/train/own_pairs.h"
#include "regard/train/train.h"

namespace regard::cli {
namespace {

struct TrainingArguments {
  std::string config;
  std::string pairs;
  std::string model;
  std::string minutes;
  std::vector<std::string> overrides;
  std::string output;
  std::string device;
  std::string threads;
  std::string seed;
  train::RunOptions run;
  bool verbose = false;
};

/// Throws Error for a config that is a text.
void check_is_config(const std::string& path) {
  if (std::error_code ignored; !std::filesystem::is_regular_file(path, ignored)) return;
  const auto is_pairs = [&] {
    if (path.ends_with(".gz")) return true;
    std::string line;
    std::getline(std::ifstream(path), line);
    const auto tab = line.find('\t');
    return tab != std::string::npos && line.substr(0, tab).find(':') == std::string::npos;
  };
  if (path.ends_with(".tsv") || is_pairs()) {
    throw Error("looks like pairs of sentences, not like a config", path,
                str("train on them: regard train --data ", path));
  }
}

/// The path of the config to train, and the directory to train in.
void choose_config(TrainingArguments& arguments) {
  auto& directory = arguments.run.directory;
  directory = arguments.output;
  if (directory.empty()) {
    auto name = std::filesystem::path(arguments.pairs.empty() ? arguments.config : arguments.pairs)
                    .filename();
    if (name.extension() == ".gz") name = name.stem();
    directory = (std::filesystem::path("runs") / name.stem()).string();
  }
  if (arguments.pairs.empty()) {
    if (arguments.config.empty()) {
      throw Error("no config is named", {},
                  "regard train CONFIG.yaml, or, without one: regard train --data PAIRS.tsv");
    }
    if (!arguments.model.empty()) {
      throw Error("--model is for --data; a config names its model", {},
                  "--set model.type=NAME changes it");
    }
    return check_is_config(arguments.config);
  }
  if (!arguments.config.empty()) {
    throw Error(str("a config and --data exclude each other: ", arguments.config), {},
                "a config names its texts: --set data.train=[{tsv: FILE}]");
  }
  arguments.config = train::prepare_own_pairs(
      {.file = arguments.pairs, .model = arguments.model.empty() ? "transformer" : arguments.model},
      directory, arguments.run.resume, arguments.run.overwrite);
}

int run(TrainingArguments arguments) {
  const auto override_with = [&](const char* key, const std::string& value) {
    if (!value.empty()) arguments.overrides.push_back(std::string(key) + '=' + value);
  };
  override_with("training.device", arguments.device);
  override_with("training.threads", arguments.threads);
  override_with("training.seed", arguments.seed);
  override_with("training.minutes", arguments.minutes);
  set_verbose(arguments.verbose);
  choose_config(arguments);
  const auto experiment = config::load_experiment(arguments.config, arguments.overrides);
  const InterruptGuard interrupt;
  const auto signal = train::train(experiment, arguments.run, interrupt);
  return signal ? exit_code_of_signal(*signal) : 0;
}

}  // namespace

std::function<int()> add_train(CLI::App& command) {
  auto arguments = std::make_shared<TrainingArguments>();
  add_usage(command, "[OPTIONS] CONFIG");
  add_usage(command, "[OPTIONS] --data FILE");
  const auto add = [&](const char* name, auto& value, const char* metavariable,
                       const char* sentence) {
    return command.add_option(name, value, sentence)->type_name(metavariable);
  };
  add("CONFIG", arguments->config, "CONFIG",
      "The experiment, a YAML file; docs/config.md lists its keys. Or --data.");
  add("--data", arguments->pairs, "FILE",
      "Train without a config, on source<TAB>target lines, plain or .gz: a part is held back for "
      "validation and test, model and schedule suit the number of pairs. The config is in the run, "
      "in data/config.yaml.");
  add("--model", arguments->model, "transformer|bahdanau",
      "With --data: the model; bahdanau is the RNN with attention. Default: transformer.");
  add("--minutes", arguments->minutes, "X",
      "How long to train, on any machine; as --set training.minutes; with --data 10 by default.");
  add("--set", arguments->overrides, "KEY=VALUE",
      "Set a key of the config: --set training.steps=500; may be given several times.")
      ->allow_extra_args(false);
  add("-o,--output", arguments->output, "DIR", "The run directory. Default: runs/NAME-OF-CONFIG.");
  add("--device", arguments->device, "auto|cpu|cuda[:N]", "As --set training.device.");
  add("--threads", arguments->threads, "N", "CPU threads; as --set training.threads.");
  add("--seed", arguments->seed, "N", "As --set training.seed.");
  auto* resume = command.add_flag("--resume", arguments->run.resume,
                                  "Continue the run in the directory exactly where it was saved.");
  command
      .add_flag("--changed-texts", arguments->run.changed_texts,
                "Resume although texts have changed since the run was begun: it goes on with its "
                "next epoch.")
      ->needs(resume);
  command.add_flag("--overwrite", arguments->run.overwrite, "Replace the run in the directory.")
      ->excludes(resume);
  command.add_flag("--verbose", arguments->verbose,
                   "Also say how fast the processor multiplies, and what share of that training "
                   "uses (MFU)");
  return [arguments] { return run(*arguments); };
}

}  // namespace regard::cli
