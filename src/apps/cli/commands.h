#pragma once
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "architecture/registry.h"
#include "cli/program.h"
#include "config/experiment.h"
#include "engine/profile.h"
#include "regard/base/error.h"
#include "runs/run_log.h"
#include "store/model_file.h"

namespace regard::cli {

/// Each function declares the arguments of one command and returns a function that runs it after
/// parsing and returns the exit code. To add a command, add a declaration here, a source next to
/// this file, and rows in command_table.cpp and runtime_program.cpp. A command that needs LibTorch
/// has its row in cli_training/training_program.cpp, and a teaching command in
/// cli_learn/learning_program.cpp.
std::function<int()> add_translate(CLI::App& command);
std::function<int()> add_score(CLI::App& command, const Program& program);
std::function<int()> add_bench(CLI::App& command);
std::function<int()> add_quantize(CLI::App& command);
std::function<int()> add_pack(CLI::App& command);
std::function<int()> add_serve(CLI::App& command);
std::function<int()> add_shortlist(CLI::App& command);
std::function<int()> add_log(CLI::App& command);
std::function<int()> add_corpus(CLI::App& command);
std::function<int()> add_align(CLI::App& command);
std::function<int()> add_tokenizer(CLI::App& command);
std::function<int()> add_info(CLI::App& command);
std::function<int()> add_config(CLI::App& command);
std::function<int()> add_models(CLI::App& command);
std::function<int()> add_film(CLI::App& command);
std::function<int()> add_completion(CLI::App& command);
std::function<int()> add_manual(CLI::App& command, const Program& program);

/// A phase of the inference engine, for `regard bench --profile`.
struct ProfileRow {
  std::string phase;
  double share;           ///< share of the engine's time
  double products;        ///< share of the phase's time in matrix multiplications
  double gigaoperations;  ///< in matrix multiplications, per second and thread
  double of_rate;         ///< relative to the throughput with weights in the nearest caches
};

/// One row for each phase of an engine that multiplies in `precision`; empty if no phase ran.
std::vector<ProfileRow> rows_of(const engine::Profile& profile, engine::Precision precision);

std::string table_of(const std::vector<ProfileRow>& rows);
nlohmann::ordered_json json_of(const std::vector<ProfileRow>& rows);

struct ConfigKey {
  std::string key;                 ///< full key in a config: "training.steps"
  std::vector<std::string> words;  ///< values that are words: "true", "adam", "auto"
};

/// The keys of a config that --set can change. The keys of every architecture begin with "model.".
/// Keys inside lists are left out.
std::vector<ConfigKey> config_keys();

/// All options of a config as Markdown, for a page of the site.
std::string config_reference();

/// The experiment of a config with changes (--set), with all values of its model filled in. Throws
/// one Error with all problems, including those in the model's options.
config::Experiment load_experiment_file(const std::string& path,
                                        const std::vector<std::string>& overrides);

/// An option that sets a key of the config: {"training.threads", "--threads"}.
struct OptionOfKey {
  std::string key, option;
};

/// Rewords an error about --set KEY=VALUE so that it names the option that was given for the key.
Error named_by_option(const Error& error, const std::vector<OptionOfKey>& options);

/// A table of the architectures: name, description and paper, in lines of at most `columns`, or
/// about 60 if `columns` is smaller.
std::string architecture_table(size_t columns);

/// The options of one architecture: key, meaning, allowed values and default, in lines of at most
/// `columns`.
std::string architecture_options(const model::Architecture& row, size_t columns);

/// A model in the format of another program, recognized by file names.
struct ForeignKind {
  std::string program;  ///< "CTranslate2"
  /// The files that regard import needs but that are missing, or a sentence that says why it cannot
  /// read the model. Both are empty if it can.
  std::vector<std::string> missing = {};
  std::string reason = {};
};

/// The foreign model at a path, or nullopt. Opens only packages, to read their beginning.
std::optional<ForeignKind> foreign_kind(const std::string& path);

/// Writes the weights of a model as 8-bit integers (store::Storage::int8).
void write_quantized(const store::OpenModel& model, const std::string& path);

/// Runs `regard pack MODEL --type int8`.
void pack_as_integers(const std::string& model, const std::string& output);

struct SweptRun {
  std::string name;
  std::string directory;
  std::string state;  ///< waiting, running, done, failed
  train::RunSummary summary;
};

/// Sorts runs, best first, by validation BLEU or else validation loss; runs with neither are last.
void sort_by_score(std::vector<SweptRun>& runs);

/// A heading and a line per run, in the order of `runs`: validation loss and BLEU, test BLEU,
/// steps, minutes.
std::string sweep_table(const std::vector<SweptRun>& runs);

/// The runs as a JSON list of objects, with null for a missing score.
std::string sweep_json(const std::vector<SweptRun>& runs);

/// The runs and models in a folder, such as runs/, best first. Empty if the folder is itself a run
/// or a model.
std::vector<SweptRun> runs_in_folder(const std::string& folder);

}  // namespace regard::cli
