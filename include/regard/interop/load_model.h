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

/// A model directory, all of it but the numbers of its weights, which are in the open file.
struct OpenModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  ModelFile file;
};

/// What a model directory holds.
template <class Model>
struct Loaded {
  config::Experiment experiment;
  std::shared_ptr<Model> model;  ///< on the device asked for, in eval mode
  text::TokenizerPair tokenizers;
  ModelMetadata metadata;
};
using LoadedModel = Loaded<model::Seq2SeqModel>;
using LoadedLanguageModel = Loaded<model::LanguageModel>;

/// A model of a task, "translation" or "language_model"; a translation model, and a language model,
/// with their weights. Each throws Error where one of the files is missing or damaged, where they
/// do not belong together (weights of another architecture or trained with another tokenizer), and
/// where the directory holds a model of the other task.
OpenModel open_model(const std::string& directory, const std::string& task);
LoadedModel load_model(const std::string& directory, torch::Device device);
LoadedLanguageModel load_language_model(const std::string& directory, torch::Device device);

/// The task of the model that a directory holds. Throws Error where it holds none.
std::string task_of_model(const std::string& directory);

/// Writes a model directory: the config, all values written out, the tokenizers, and the weights
/// with `step` and `score` of `metadata`; the rest of it is filled in. Throws Error where the
/// directory holds a model already.
void save_model_directory(const std::string& directory, const config::Experiment& experiment,
                          const text::TokenizerPair& tokenizers, const torch::nn::Module& model,
                          ModelMetadata metadata);

/// Throws Error, naming the file, where the weights in it were not trained with this architecture
/// and these tokenizers.
void check_belongs_together(const std::string& file, const ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers);

}  // namespace regard::interop
