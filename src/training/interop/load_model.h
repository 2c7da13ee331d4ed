#pragma once
#include <torch/types.h>

#include <memory>
#include <string>

#include "config/experiment.h"
#include "model/language_model.h"
#include "model/seq2seq_model.h"
#include "store/model_file.h"
#include "store/open_model.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

template <class Model>
struct Loaded {
  config::Experiment experiment;
  std::shared_ptr<Model> model;  ///< on the requested device, in eval mode
  text::TokenizerPair tokenizers;
  store::ModelMetadata metadata;
};
using LoadedModel = Loaded<model::Seq2SeqModel>;
using LoadedLanguageModel = Loaded<model::LanguageModel>;

/// Load a model with its weights. Throw Error as store::open_model does.
LoadedModel load_model(const std::string& directory, torch::Device device);
LoadedLanguageModel load_language_model(const std::string& directory, torch::Device device);

/// Writes a model directory: the config with all values, the tokenizers, and the weights. Of
/// `metadata`, only `step` and `score` are used. Throws Error if the directory already holds a
/// model.
void save_model_directory(const std::string& directory, const config::Experiment& experiment,
                          const text::TokenizerPair& tokenizers, const torch::nn::Module& model,
                          store::ModelMetadata metadata);

}  // namespace regard::interop
