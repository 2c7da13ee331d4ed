#include "interop/load_model.h"

#include "architecture/registry.h"
#include "base/atomic_file.h"
#include "base/folder.h"
#include "config/writer.h"
#include "interop/make_model.h"
#include "interop/module_weights.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "store/open_model.h"
#include "text/preprocess.h"

namespace regard::interop {
namespace {

/// `make` builds the model, with random weights, from an experiment and its tokenizers.
template <class Model, class Make>
Loaded<Model> loaded(const std::string& directory, torch::Device device, config::Task task,
                     Make make) {
  auto parts = store::open_model(directory, task);
  std::shared_ptr<Model> model = make(parts.experiment, parts.tokenizers);
  load(parts.file, *model);
  model->to(device);
  model->eval();
  return {.experiment = std::move(parts.experiment),
          .model = std::move(model),
          .tokenizers = std::move(parts.tokenizers),
          .metadata = parts.file.metadata()};
}

}  // namespace

LoadedModel load_model(const std::string& directory, torch::Device device) {
  return loaded<model::Seq2SeqModel>(directory, device, config::Task::translation, make_model);
}

LoadedLanguageModel load_language_model(const std::string& directory, torch::Device device) {
  return loaded<model::LanguageModel>(directory, device, config::Task::language_model,
                                      make_language_model);
}

void save_model_directory(const std::string& directory, const config::Experiment& experiment,
                          const text::TokenizerPair& tokenizers, const torch::nn::Module& model,
                          store::ModelMetadata metadata) {
  const store::ModelDirectory files(directory);
  store::check_holds_no_model(directory);
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

}  // namespace regard::interop
