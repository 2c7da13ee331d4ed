#include "regard/interop/load_model.h"

#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/folder.h"
#include "regard/base/str.h"
#include "regard/config/writer.h"
#include "regard/interop/make_model.h"
#include "regard/interop/model_directory.h"
#include "regard/model/registry.h"
#include "regard/text/preprocess.h"

namespace regard::interop {
namespace {

std::string count_of_pieces(int64_t source, int64_t target) {
  return source == target ? str(source, " pieces")
                          : str(source, " source and ", target, " target pieces");
}

config::Experiment experiment_of(const ModelDirectory& directory) {
  directory.check_holds_model();
  return config::load_experiment(directory.config_to_read(), {}, config::Use::translation);
}

void check_task(const config::Experiment& experiment, config::Task task,
                const std::string& directory) {
  if (experiment.task == task) return;
  if (task == config::Task::translation) {
    throw Error("holds a language model, which translates nothing", directory,
                "continue a text with it: regard generate DIR --prefix TEXT");
  }
  throw Error("holds a translation model, which continues no text", directory,
              "translate with it: regard translate DIR");
}

/// `make` builds the model, with random weights, from an experiment and its tokenizers.
template <class Model, class Make>
Loaded<Model> loaded(const std::string& directory, torch::Device device, config::Task task,
                     Make make) {
  auto parts = open_model(directory, task);
  std::shared_ptr<Model> model = make(parts.experiment, parts.tokenizers);
  parts.file.load(*model);
  model->to(device);
  model->eval();
  return {.experiment = std::move(parts.experiment),
          .model = std::move(model),
          .tokenizers = std::move(parts.tokenizers),
          .metadata = parts.file.metadata()};
}

}  // namespace

OpenModel open_model(const std::string& directory, config::Task task) {
  const ModelDirectory files(directory);
  auto experiment = experiment_of(files);
  check_task(experiment, task, directory);
  auto tokenizers = files.load_tokenizers(experiment.data.preprocess);
  ModelFile file(files.weights());
  check_belongs_together(files.weights(), file.metadata(), experiment, tokenizers);
  check_may_hold(files.weights(), experiment, tokenizers);
  tokenizers.set_words(text::HalfWords::parse(file.metadata().words, files.weights()));
  return {.experiment = std::move(experiment),
          .tokenizers = std::move(tokenizers),
          .file = std::move(file)};
}

LoadedModel load_model(const std::string& directory, torch::Device device) {
  return loaded<model::Seq2SeqModel>(directory, device, config::Task::translation, make_model);
}

LoadedLanguageModel load_language_model(const std::string& directory, torch::Device device) {
  return loaded<model::LanguageModel>(directory, device, config::Task::language_model,
                                      make_language_model);
}

config::Task task_of_model(const std::string& directory) {
  return experiment_of(ModelDirectory(directory)).task;
}

void save_model_directory(const std::string& directory, const config::Experiment& experiment,
                          const text::TokenizerPair& tokenizers, const torch::nn::Module& model,
                          ModelMetadata metadata) {
  const ModelDirectory files(directory);
  check_holds_no_model(directory);
  metadata.architecture = model::find_row(experiment.task, experiment.model).name;
  metadata.options = config::to_yaml(experiment.model);
  metadata.source_vocab = tokenizers.source().size();
  metadata.target_vocab = tokenizers.target().size();
  metadata.tokenizer_hash = tokenizers.hash();
  metadata.words = tokenizers.words();
  make_folder(directory);
  write_file_atomically(files.config(), config::to_yaml(experiment));
  files.save_tokenizers(tokenizers);
  save_model(files.weights(), model, metadata);
}

void check_belongs_together(const std::string& file, const ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers) {
  const auto& architecture = model::find_row(experiment.task, experiment.model).name;
  if (metadata.architecture != architecture) {
    throw Error(str("holds a model of type ", metadata.architecture,
                    ", but the config.yaml beside it is for ", architecture),
                file, "put back the config.yaml that was written with it");
  }
  if (metadata.tokenizer_hash == tokenizers.hash()) return;
  const auto trained = count_of_pieces(metadata.source_vocab, metadata.target_vocab);
  const auto found = count_of_pieces(tokenizers.source().size(), tokenizers.target().size());
  throw Error(
      trained == found
          ? str("was trained with another tokenizer than the one beside it; both have ", found)
          : str("was trained with ", trained, ", but the tokenizer beside it has ", found),
      file, "put back the tokenizer that was written with it, or train again");
}

}  // namespace regard::interop
