#include "regard/translate/model_directory.h"

#include <filesystem>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/model/registry.h"
#include "regard/text/preprocess.h"

namespace regard::translate {
namespace {

void check_is_model_directory(const std::filesystem::path& directory) {
  if (!std::filesystem::is_directory(directory)) {
    throw Error("there is no such directory", directory.string(),
                "a model is the directory that regard train leaves");
  }
  for (const char* file : {"config.yaml", "model.safetensors"}) {
    if (!std::filesystem::exists(directory / file)) {
      throw Error(str("is no model, for it has no ", file), directory.string(),
                  "a model is config.yaml, model.safetensors and tokenizer.model, or source.model "
                  "and target.model, as regard train leaves them");
    }
  }
}

std::string pieces(int64_t source, int64_t target) {
  return source == target ? str(source, " pieces")
                          : str(source, " source and ", target, " target pieces");
}

}  // namespace

LoadedModel load_model_directory(const std::string& directory, torch::Device device) {
  check_is_model_directory(directory);
  const auto weights = (std::filesystem::path(directory) / "model.safetensors").string();
  auto experiment = config::load_experiment(std::filesystem::path(directory) / "config.yaml");
  auto tokenizers =
      text::TokenizerPair::load(directory, text::preprocess_named(experiment.data.preprocess));
  check_belongs_together(weights, interop::read_model_metadata(weights), experiment, tokenizers);
  auto model = make_model(experiment, tokenizers);
  auto metadata = interop::load_weights(weights, *model);
  model->to(device);
  model->eval();
  return {.experiment = std::move(experiment),
          .model = std::move(model),
          .tokenizers = std::move(tokenizers),
          .metadata = std::move(metadata)};
}

std::shared_ptr<model::Seq2SeqModel> make_model(const config::Experiment& experiment,
                                                const text::TokenizerPair& tokenizers) {
  return model::find_architecture(experiment.model)
      .make(experiment.model, tokenizers.source().size(), tokenizers.target().size(),
            tokenizers.joint());
}

void check_belongs_together(const std::string& file, const interop::ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers) {
  const auto& architecture = model::find_architecture(experiment.model).name;
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
