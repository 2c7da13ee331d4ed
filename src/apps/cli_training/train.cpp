#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "architecture/architectures.h"
#include "architecture/registry.h"
#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "cli/commands.h"
#include "cli/grammar.h"
#include "cli/options.h"
#include "cli_training/commands.h"
#include "cli_training/key_options.h"
#include "cli_training/own_text.h"
#include "config/experiment.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "trainer/train.h"

namespace regard::cli {
namespace {

struct TrainingArguments {
  std::string config;
  std::vector<std::string> pairs;
  std::vector<std::string> weights;
  std::string model;
  std::string from;
  bool strict = false;
  KeyOptions keys;
  std::vector<std::string> overrides;
  std::string output;
  train::RunOptions run;
  bool verbose = false;
};

/// Throws Error if the file given as the config is a text to train on.
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

/// Throws Error for a time limit that is too short to train anything.
void check_minutes(const std::string& minutes) {
  if (minutes.empty()) return;
  const auto number = config::parse_double(minutes);
  constexpr double kMost = 10 * 365.25 * 24 * 60;  // ten years
  if (number && *number > 0 && *number <= kMost) return;
  throw Error(str("--minutes is ", minutes, ", but must be a number above 0",
                  number && *number > kMost ? str(" and at most ", std::llround(kMost)) : ""),
              {}, "leave it out to train all steps of a config, or 10 minutes with --data");
}

/// Throws Error unless the language is a code such as en, fra, pt-BR or zh_Hant.
void check_language(const std::string& option, const std::string& code) {
  static const std::regex kCode("[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*");
  if (code.empty() || std::regex_match(code, kCode)) return;
  throw Error(str(option, " is ", code, ", but must be the code of a language"), {},
              "write a code such as en, fr or pt-BR");
}

void check_architecture(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& row : model::architectures()) {
    // Other architectures have no preset sizes (trainer/own_pairs.cpp).
    if (!row.is_recurrent && row.name != model::TransformerRow::kFacts.name) continue;
    names.push_back(row.name);
    if (!row.other_name.empty()) names.push_back(row.other_name);
  }
  if (name.empty() || std::ranges::find(names, name) != names.end()) return;
  throw Error(str("--architecture is ", name, ", but must be transformer or bahdanau"), {},
              "choose bahdanau for an RNN with attention");
}

std::string default_directory(const TrainingArguments& arguments) {
  std::filesystem::path name = arguments.pairs.empty() ? arguments.config : arguments.pairs.front();
  name = name.filename();
  if (name.extension() == ".gz") name = name.stem();
  return (std::filesystem::path("runs") / name.stem()).string();
}

void check_there_is_a_config(const TrainingArguments& arguments) {
  if (arguments.config.empty()) {
    throw Error("no config is named", {},
                "use regard train CONFIG.yaml, or regard train --data PAIRS.tsv");
  }
  struct OptionOfData {
    bool is_given;
    const char *name, *remedy;
  };
  for (const auto& [is_given, name, remedy] :
       {OptionOfData{!arguments.model.empty(), "--architecture", "set model.type in the config"},
        OptionOfData{!arguments.weights.empty(), "--weight",
                     "set data.train.0.weight in the config for the first text"},
        OptionOfData{arguments.strict, "--strict",
                     "leave it out: the texts of a config are always read strictly"}}) {
    if (is_given) throw Error(str(name, " needs --data"), {}, remedy);
  }
  check_is_config(arguments.config);
}

/// The value that an override gives to a key; empty if no override sets it.
std::string override_of(const std::vector<std::string>& overrides, const std::string& key) {
  std::string value;
  for (const auto& one : overrides) {
    if (one.starts_with(key + '=')) value = one.substr(key.size() + 1);
  }
  return value;
}

/// The experiment to run. With --from, its learning rate is divided by ten unless --set sets it.
config::Experiment experiment_of_config(const TrainingArguments& arguments) {
  check_there_is_a_config(arguments);
  auto overrides = arguments.overrides;
  if (!arguments.from.empty()) overrides.push_back("training.init_from=" + arguments.from);
  auto experiment = load_experiment_file(arguments.config, overrides);
  constexpr double kShare = 0.1;
  if (!arguments.from.empty() && override_of(overrides, "training.learning_rate").empty()) {
    const auto as_written = config::load_experiment(arguments.config, arguments.overrides);
    experiment.training.learning_rate = as_written.training.learning_rate * kShare;
  }
  return experiment;
}

config::Experiment experiment_of_pairs(const TrainingArguments& arguments) {
  if (!arguments.config.empty()) {
    throw Error(str("a config and --data cannot be combined: ", arguments.config), {},
                "name the texts in the config: --set data.train=[{tsv: FILE}]");
  }
  const auto from = arguments.from.empty() ? override_of(arguments.overrides, "training.init_from")
                                           : arguments.from;
  if (!from.empty() && !arguments.model.empty()) {
    throw Error("--from and --architecture cannot be combined", {},
                "leave --architecture out: the run determines the architecture");
  }
  const OwnText text = {.files = arguments.pairs,
                        .weights = arguments.weights,
                        .source_language = arguments.keys.value("--from-language"),
                        .target_language = arguments.keys.value("--to-language"),
                        .strict = arguments.strict};
  const auto config = train::prepare_own_pairs({.clean = cleaner_of(text),
                                                .key = key_of(text),
                                                .model = arguments.model,
                                                .from = from,
                                                .overrides = arguments.overrides,
                                                .since_command = arguments.run.since_command},
                                               arguments.run.directory, arguments.run.resume,
                                               arguments.run.overwrite);
  return config::load_experiment(config, arguments.overrides);
}

int run(TrainingArguments arguments) {
  const auto& keys = arguments.keys;
  check_minutes(keys.value("--minutes"));
  for (const auto* option : {"--from-language", "--to-language"}) {
    check_language(option, keys.value(option));
  }
  check_architecture(arguments.model);
  for (auto& given : keys.overrides()) arguments.overrides.push_back(std::move(given));
  set_verbose(arguments.verbose);
  arguments.run.directory =
      arguments.output.empty() ? default_directory(arguments) : arguments.output;
  const InterruptGuard interrupt;
  const auto experiment = [&] {
    try {
      return arguments.pairs.empty() ? experiment_of_config(arguments)
                                     : experiment_of_pairs(arguments);
    } catch (const Error& error) {
      throw keys.named(error);
    }
  }();
  const auto signal = train::train(experiment, arguments.run, interrupt);
  return signal ? exit_code_of_signal(*signal) : 0;
}

}  // namespace

std::function<int()> add_train(CLI::App& command) {
  auto arguments = std::make_shared<TrainingArguments>();
  add_usage(command, "[OPTIONS] CONFIG");
  add_usage(command, "[OPTIONS] --data FILE...");
  const auto add = [&](const char* name, auto& value, const char* metavariable,
                       const char* sentence) {
    return command.add_option(name, value, sentence)->type_name(metavariable);
  };
  add("CONFIG", arguments->config, "CONFIG",
      "The experiment, a YAML file; regard config reference lists its keys. Alternatively, use "
      "--data.");
  add("--data", arguments->pairs, "FILE",
      "Train without a config, on files of pairs (.tsv, .csv, .tmx, .po, .mo, .xlf, .zip of OPUS) "
      "or on two texts, SOURCE TARGET, each plain, .gz, .xz or .zst. The pairs are cleaned as with "
      "regard corpus clean. Part of the pairs is held out for validation and test. The model size "
      "depends on the time budget, the machine's speed and the number of pairs. In the run, "
      "data/config.yaml is the config, and data/rejected.tsv contains the dropped lines.")
      ->expected(1, -1);
  add("--weight", arguments->weights, "FILE=X",
      "With --data: how often an epoch sees each pair of FILE; 0.5: half of the pairs, drawn again "
      "for each epoch. May be given several times.")
      ->allow_extra_args(false);
  command.add_flag("--strict", arguments->strict,
                   "With --data: fail on a line without a tab or with invalid UTF-8.");
  auto& keys = arguments->keys;
  keys.add(command, {"data.source_language", "--from-language"}, "CODE",
           "Source language, such as en; same as --set data.source_language. With --data, both "
           "languages are detected by default.");
  keys.add(command, {"data.target_language", "--to-language"}, "CODE", "Target language.");
  add("--from", arguments->from, "RUN",
      "Fine-tune RUN's model with its tokenizer, at a tenth of the learning rate of RUN, or of "
      "CONFIG if given. The initial model is validated first, and kept if no later one is better.");
  add("--architecture", arguments->model, "transformer|bahdanau",
      "With --data: the model; bahdanau is the RNN with attention. Default: transformer.");
  add_older_name(command, "--model", "--architecture");
  keys.add(command, {"training.minutes", "--minutes"}, "X",
           "Time budget in minutes; same as --set training.minutes. With --data, it covers the "
           "whole command; default: 10.");
  add("--set", arguments->overrides, "KEY=VALUE",
      "Set a key of the config: --set training.steps=500; may be given several times.")
      ->allow_extra_args(false);
  add("-o,--output", arguments->output, "DIR", "The run directory. Default: runs/NAME-OF-CONFIG.");
  keys.add(command, {"training.device", "--device"}, "auto|cpu|cuda[:N]",
           "Same as --set training.device.");
  keys.add(command, {"training.threads", "--threads"}, "N",
           "CPU threads; same as --set training.threads.");
  keys.add(command, {"training.seed", "--seed"}, "N", "Same as --set training.seed.");
  auto* resume = command.add_flag("--resume", arguments->run.resume,
                                  "Continue the run in the directory from its last saved state.");
  command
      .add_flag("--changed-texts", arguments->run.changed_texts,
                "Resume even if the training data has changed, with the next epoch.")
      ->needs(resume);
  command.add_flag("--overwrite", arguments->run.overwrite, "Replace the run in the directory.")
      ->excludes(resume);
  command.add_flag("-v,--verbose", arguments->verbose,
                   "Also print the processor's matrix multiplication throughput, the share of it "
                   "that training uses (MFU), and the command's time and memory.");
  return [arguments] { return run(*arguments); };
}

}  // namespace regard::cli
