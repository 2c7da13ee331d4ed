#pragma once
#include <torch/types.h>

#include <memory>
#include <string>

#include "regard/config/experiment.h"
#include "regard/interop/model_file.h"
#include "regard/model/language_model.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::interop {

/// A model directory whose weights are still in the open file.
struct OpenModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  ModelFile file;
};

template <class Model>
struct Loaded {
  config::Experiment experiment;
  std::shared_ptr<Model> model;  ///< on the requested device, in eval mode
  text::TokenizerPair tokenizers;
  ModelMetadata metadata;
};
using LoadedModel = Loaded<model::Seq2SeqModel>;
using LoadedLanguageModel = Loaded<model::LanguageModel>;

/// Open the model of a task, or load it with its weights. Throw Error if a file is missing or
/// damaged, if the files do not belong together (weights of another architecture, or trained with
/// another tokenizer), and if the directory holds a model of the other task.
OpenModel open_model(const std::string& directory, config::Task task);
LoadedModel load_model(const std::string& directory, torch::Device device);
LoadedLanguageModel load_language_model(const std::string& directory, torch::Device device);

/// The task of a directory's model. Throws Error if it holds none.
config::Task task_of_model(const std::string& directory);

/// Writes a model directory: the config with all values, the tokenizers, and the weights. Of
/// `metadata`, only `step` and `score` are used. Throws Error if the directory already holds a
/// model.
void save_model_directory(const std::string& directory, const config::Experiment& experiment,
                          const text::TokenizerPair& tokenizers, const torch::nn::Module& model,
                          ModelMetadata metadata);

/// Throws Error, naming the file, unless its weights were trained with this architecture and these
/// tokenizers.
void check_belongs_together(const std::string& file, const ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers);

}  // namespace regard::interop
