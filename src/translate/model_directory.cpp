#include "regard/translate/model_directory.h"

#include <filesystem>

#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/folder.h"
#include "regard/base/str.h"
#include "regard/config/writer.h"
#include "regard/model/registry.h"
#include "regard/text/preprocess.h"
#include "translate/batches.h"
#include "translate/model_parts.h"

namespace regard::translate {
namespace {

void check_is_model_directory(const std::filesystem::path& directory) {
  if (!std::filesystem::is_directory(directory)) {
    throw Error("there is no such directory", directory.string(),
                "a model is a directory written by regard train");
  }
  for (const char* file : {"config.yaml", "model.safetensors"}) {
    if (!std::filesystem::exists(directory / file)) {
      throw Error(str("is not a model: it has no ", file), directory.string(),
                  "a model is config.yaml, model.safetensors and tokenizer.model, or source.model "
                  "and target.model, as written by regard train");
    }
  }
}

std::string pieces(int64_t source, int64_t target) {
  return source == target ? str(source, " pieces")
                          : str(source, " source and ", target, " target pieces");
}

config::Experiment experiment_of(const std::filesystem::path& directory) {
  check_is_model_directory(directory);
  return config::load_experiment(directory / "config.yaml", {}, config::Use::translation);
}

void check_task(const config::Experiment& experiment, const std::string& task,
                const std::string& directory) {
  if (experiment.task == task) return;
  if (task == "translation") {
    throw Error("holds a language model, which translates nothing", directory,
                "continue a text with it: regard generate --model DIR --prefix TEXT");
  }
  throw Error("holds a translation model, which continues no text", directory,
              "translate with it: regard translate --model DIR");
}

/// `make` builds the model, with random weights, from an experiment and its tokenizers.
template <class Model, class Make>
Loaded<Model> load(const std::string& directory, torch::Device device, const std::string& task,
                   Make make) {
  auto parts = open_model_directory(directory, task);
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

ModelParts open_model_directory(const std::string& directory, const std::string& task) {
  auto experiment = experiment_of(directory);
  check_task(experiment, task, directory);
  const auto weights = (std::filesystem::path(directory) / "model.safetensors").string();
  auto tokenizers =
      text::TokenizerPair::load(directory, text::preprocess_named(experiment.data.preprocess));
  interop::ModelFile file(weights);
  check_belongs_together(weights, file.metadata(), experiment, tokenizers);
  return {.experiment = std::move(experiment),
          .tokenizers = std::move(tokenizers),
          .file = std::move(file)};
}

LoadedModel load_model_directory(const std::string& directory, torch::Device device) {
  return load<model::Seq2SeqModel>(directory, device, "translation", make_model);
}

LoadedLanguageModel load_language_model_directory(const std::string& directory,
                                                  torch::Device device) {
  return load<model::LanguageModel>(directory, device, "language_model", make_language_model);
}

std::optional<engine::Engine> engine_for(model::Seq2SeqModel& model) {
  if (!device_of(model).is_cpu() || !engine::Engine::supports(model)) return {};
  return engine::Engine(model);
}

std::string task_of_model_directory(const std::string& directory) {
  return experiment_of(directory).task;
}

std::shared_ptr<model::Seq2SeqModel> make_model(const config::Experiment& experiment,
                                                const text::TokenizerPair& tokenizers) {
  return model::find_architecture(experiment.model)
      .make(experiment.model, tokenizers.source().size(), tokenizers.target().size(),
            tokenizers.one_vocabulary());
}

std::shared_ptr<model::LanguageModel> make_language_model(const config::Experiment& experiment,
                                                          const text::TokenizerPair& tokenizers) {
  return model::find_language_architecture(experiment.model)
      .make(experiment.model, tokenizers.target().size());
}

std::shared_ptr<torch::nn::Module> make_any_model(const config::Experiment& experiment,
                                                  const text::TokenizerPair& tokenizers) {
  if (experiment.task == "language_model") return make_language_model(experiment, tokenizers);
  return make_model(experiment, tokenizers);
}

void save_model_directory(const std::string& directory, const config::Experiment& experiment,
                          const text::TokenizerPair& tokenizers, const torch::nn::Module& model,
                          interop::ModelMetadata metadata) {
  const std::filesystem::path folder(directory);
  const std::string weights = folder / "model.safetensors";
  interop::check_holds_no_model(folder);
  metadata.architecture = model::find_row(experiment.task, experiment.model).name;
  metadata.options = config::to_yaml(experiment.model);
  metadata.source_vocab = tokenizers.source().size();
  metadata.target_vocab = tokenizers.target().size();
  metadata.tokenizer_hash = tokenizers.hash();
  make_folder(folder);
  write_file_atomically(folder / "config.yaml", config::to_yaml(experiment));
  tokenizers.save(directory);
  interop::save_model(weights, model, metadata);
}

void check_belongs_together(const std::string& file, const interop::ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers) {
  const auto& architecture = model::find_row(experiment.task, experiment.model).name;
  if (metadata.architecture != architecture) {
    throw Error(str("holds a model of type ", metadata.architecture,
                    ", but the config.yaml beside it is for ", architecture),
                file, "put back the config.yaml that was written with it");
  }
  if (metadata.tokenizer_hash == tokenizers.hash()) return;
  const auto trained = pieces(metadata.source_vocab, metadata.target_vocab);
  const auto found = pieces(tokenizers.source().size(), tokenizers.target().size());
  throw Error(
      trained == found
          ? str("was trained with another tokenizer than the one beside it; both have ", found)
          : str("was trained with ", trained, ", but the tokenizer beside it has ", found),
      file, "put back the tokenizer that was written with it, or train again");
}

}  // namespace regard::translate
