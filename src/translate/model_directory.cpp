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
    throw Error("no such directory", directory.string(),
                "a model is the directory that `regard train` writes");
  }
  for (const char* file : {"config.yaml", "model.safetensors"}) {
    if (!std::filesystem::exists(directory / file)) {
      throw Error(str("is no model: it has no ", file), directory.string(),
                  "a model needs config.yaml, tokenizer.model (or source.model and target.model) "
                  "and model.safetensors");
    }
  }
}

void check_belongs_together(const std::string& weights, const interop::ModelMetadata& metadata,
                            const std::string& architecture,
                            const text::TokenizerPair& tokenizers) {
  if (metadata.architecture != architecture) {
    throw Error(str("holds a model of type ", metadata.architecture,
                    ", but config.yaml beside it says ", architecture),
                weights, "put back the config.yaml that was written with it");
  }
  if (metadata.tokenizer_hash == tokenizers.hash()) return;
  const auto pieces = [](int64_t source, int64_t target) {
    return source == target ? str(source, " pieces")
                            : str(source, " source and ", target, " target pieces");
  };
  const auto of_model = pieces(metadata.source_vocab, metadata.target_vocab);
  const auto of_tokenizers = pieces(tokenizers.source().size(), tokenizers.target().size());
  throw Error(
      of_model == of_tokenizers
          ? str("was trained with another tokenizer than the one beside it, though both have ",
                of_model)
          : str("was trained with ", of_model, ", but the tokenizer beside it has ", of_tokenizers),
      weights, "put back the tokenizer that was written with it, or train again");
}

}  // namespace

LoadedModel load_model_directory(const std::string& directory, torch::Device device) {
  check_is_model_directory(directory);
  const auto weights = (std::filesystem::path(directory) / "model.safetensors").string();
  auto experiment = config::load_experiment(std::filesystem::path(directory) / "config.yaml");
  auto tokenizers =
      text::TokenizerPair::load(directory, text::preprocess_named(experiment.data.preprocess));
  const auto& architecture = model::find_architecture(experiment.model);
  check_belongs_together(weights, interop::read_model_metadata(weights), architecture.name,
                         tokenizers);
  auto model = architecture.make(experiment.model, tokenizers.source().size(),
                                 tokenizers.target().size(), tokenizers.joint());
  auto metadata = interop::load_weights(weights, *model);
  model->to(device);
  model->eval();
  return {.experiment = std::move(experiment),
          .model = std::move(model),
          .tokenizers = std::move(tokenizers),
          .metadata = std::move(metadata)};
}

}  // namespace regard::translate
