#include "store/model_file.h"

#include <utility>

#include "architecture/registry.h"
#include "base/files.h"
#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"

namespace regard::store {
namespace {

constexpr const char* kNewer = "if a newer version of regard wrote the model, use that version";

std::string count_of_subwords(int64_t source, int64_t target) {
  return source == target ? str(source, " subwords")
                          : str(source, " source and ", target, " target subwords");
}

/// Calls `read` for a model's config. An unreadable config often comes from a different version.
template <class Read>
auto of_config(Read read) {
  try {
    return read();
  } catch (const Error& error) {
    const std::string remedy = error.remedy().empty() ? "" : error.remedy() + '\n';
    throw Error(error.problem(), error.where(), remedy + kNewer, error.exit_code());
  }
}

config::Experiment experiment_of(const ModelDirectory& directory) {
  directory.check_holds_model();
  return of_config([&] {
    return config::load_experiment(directory.config_to_read(), {}, config::Use::translation);
  });
}

void check_task(const config::Experiment& experiment, config::Task task,
                const std::string& directory) {
  if (experiment.task == task) return;
  if (task == config::Task::translation) {
    throw Error("is a language model, which cannot translate", directory,
                str("continue a text with it: regard generate ", directory, " --prefix TEXT"));
  }
  throw Error("is a translation model, which cannot continue text", directory,
              str("translate with it (regard translate ", directory,
                  "), or name a model trained with task: language_model"));
}

}  // namespace

config::Experiment experiment_of_model(const std::string& directory, config::Task task) {
  auto experiment = experiment_of(ModelDirectory(directory));
  check_task(experiment, task, directory);
  return experiment;
}

OpenModel open_model(const std::string& directory, config::Task task) {
  const ModelDirectory files(directory);
  auto experiment = experiment_of_model(directory, task);
  auto tokenizers = files.load_tokenizers(experiment.data.preprocess);
  ModelFile file(files.weights());
  check_belongs_together(files.weights(), file.metadata(), experiment, tokenizers);
  check_may_hold(files.weights(), experiment, tokenizers);
  tokenizers.set_source_language(experiment.data.source_language);
  tokenizers.set_words(text::HalfWords::parse(file.metadata().words, files.weights()));
  return {.experiment = std::move(experiment),
          .tokenizers = std::move(tokenizers),
          .file = std::move(file)};
}

config::Task task_of_model(const std::string& directory) {
  return experiment_of(ModelDirectory(directory)).task;
}

void check_belongs_together(const std::string& file, const ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers) {
  const auto& architecture = model::find_row(experiment.task, experiment.model).name;
  if (metadata.architecture != architecture) {
    throw Error(str("contains a model of type ", metadata.architecture,
                    ", but the config.yaml next to it is for ", architecture),
                file, "put back the config.yaml that was written with it");
  }
  if (metadata.tokenizer_hash == tokenizers.hash()) return;
  const auto trained = count_of_subwords(metadata.source_vocab, metadata.target_vocab);
  const auto found = count_of_subwords(tokenizers.source().size(), tokenizers.target().size());
  throw Error(
      trained == found
          ? str("was trained with a different tokenizer than the one next to it; both have ", found)
          : str("was trained with ", trained, ", but the tokenizer next to it has ", found),
      file, "put back the tokenizer that was written with it, or train again");
}

void check_may_hold(const std::string& file, const config::Experiment& experiment,
                    const text::TokenizerPair& tokenizers) {
  const auto target = static_cast<double>(tokenizers.target().size());
  const bool has_source = experiment.task == config::Task::translation;
  const double vocab =
      has_source ? target + static_cast<double>(tokenizers.source().size()) : target;
  const auto& architecture = model::find_row(experiment.task, experiment.model);
  const double weights =
      of_config([&] { return architecture.least_weights(experiment.model, vocab); });
  const auto size = size_of_regular_file(file);
  if (static_cast<double>(size) >= weights) return;
  throw Error(str("has ", size, " bytes, but the model that its config describes has at least ",
                  fixed(weights, 0), " weights"),
              file, "put back the weights that were written with the config, or the whole file",
              ExitCode::failure);
}

}  // namespace regard::store
