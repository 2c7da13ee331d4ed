// regard average: averages several checkpoints into one model.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "cli/options.h"
#include "cli_training/commands.h"
#include "config/experiment.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "text/tokenizer_pair.h"
#include "trainer/run_directory.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

struct AverageOptions {
  int64_t last = 0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = AverageOptions;
    v.field("last", &O::last, config::count_of(0),
            "Average the newest N checkpoints of a run directory. 0: all of them.");
  }
};

/// The model files to average: the checkpoints of one run, or those named.
std::vector<std::string> chosen_files(const std::vector<std::string>& inputs, int64_t last) {
  if (inputs.size() == 1 && is_folder(inputs.front())) {
    auto files = train::RunDirectory(inputs.front()).checkpoints();
    if (files.empty()) {
      throw Error("has no checkpoints to average", inputs.front(),
                  "train with --set training.keep_checkpoints=5, or name several model files");
    }
    const auto count = static_cast<int64_t>(files.size());
    if (last > count) {
      throw Error(str("has ", counted(count, "checkpoint"), ", but --last is ", last),
                  inputs.front(), str("give --last ", count, " or less"));
    }
    if (last > 0) files.erase(files.begin(), files.end() - last);
    return files;
  }
  if (last > 0) {
    throw Error("--last chooses among the checkpoints of one run directory", {},
                "name one run directory, or leave --last out");
  }
  std::vector<std::string> files;
  for (const auto& input : inputs) {
    if (!is_there(input)) {
      throw Error("no such file or directory", input,
                  "name a run directory, or model files of one run");
    }
    files.push_back(is_folder(input) ? train::RunDirectory(input).weights() : input);
  }
  return files;
}

/// The directory with a model file's config and tokenizers: the file's own, or the run's for a
/// checkpoint.
fs::path directory_of(const std::string& file) {
  for (auto folder = fs::absolute(file).parent_path(); !folder.empty();
       folder = folder.parent_path()) {
    if (is_there(store::ModelDirectory(folder).config())) {
      return folder.lexically_proximate(fs::current_path());
    }
    if (folder.filename() != "checkpoints") break;
  }
  throw Error("has no config.yaml next to it, or next to its folder of checkpoints", file,
              "name files inside run directories");
}

/// Throws Error, naming both files, if their models differ in architecture or tokenizer.
void check_averages_with(const store::ModelMetadata& first, const std::string& name,
                         const std::string& file) {
  const auto other = store::read_model_metadata(file);
  const auto pieces = [](const store::ModelMetadata& model) {
    return model.source_vocab == model.target_vocab
               ? str(model.target_vocab)
               : str(model.source_vocab, " and ", model.target_vocab);
  };
  std::string difference;
  if (other.architecture != first.architecture) {
    difference = str("is ", other.architecture, ", but ", name, " is ", first.architecture);
  } else if (other.tokenizer_hash != first.tokenizer_hash) {
    difference = str("has a different tokenizer than ", name, ": ", pieces(other),
                     " subwords, and ", pieces(first), " there");
  }
  if (difference.empty()) return;
  throw Error(difference, file,
              "average checkpoints of one run, or of runs that share config and tokenizer");
}

int average(const std::vector<std::string>& inputs, const std::string& output_directory,
            int64_t last) {
  const auto files = chosen_files(inputs, last);
  const auto directory = directory_of(files.front());
  const store::ModelDirectory output(output_directory);
  store::check_holds_no_model(output_directory);
  const store::ModelDirectory from(directory);
  const auto experiment =
      config::load_experiment(from.config_to_read(), {}, config::Use::translation);
  const auto tokenizers = from.load_tokenizers(experiment.data.preprocess);
  const auto model = interop::make_any_model(experiment, tokenizers);
  const auto first = store::read_model_metadata(files.front());
  store::check_belongs_together(files.front(), first, experiment, tokenizers);
  for (const auto& file : files) check_averages_with(first, files.front(), file);
  auto metadata = interop::load_average(files, *model);
  metadata.score = "averaged from " + counted(files.size(), "model");

  make_folder(output_directory);
  store::copy_config(from, output);
  output.save_tokenizers(tokenizers);
  interop::save_model(output.weights(), *model, metadata);
  log_info("averaged ", counted(files.size(), "model"), " into ", output_directory, ":");
  for (const auto& file : files) log_info("  ", file);
  return 0;
}

}  // namespace

std::function<int()> add_average(CLI::App& command) {
  auto inputs = std::make_shared<std::vector<std::string>>();
  auto output = std::make_shared<std::string>();
  auto options = std::make_shared<AverageOptions>();
  command
      .add_option("MODEL", *inputs,
                  "A run directory, to average its checkpoints (training.keep_checkpoints: 5 keeps "
                  "the newest five), or several model files or directories.")
      ->required()
      ->type_name("PATH");
  add_required(command, "-o,--output", *output, "DIR", "The model directory to write.");
  add_options(command, *options);
  return [=] { return average(*inputs, *output, options->last); };
}

}  // namespace regard::cli
