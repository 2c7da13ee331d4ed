#pragma once
#include <torch/types.h>

#include <memory>
#include <optional>
#include <string>

#include "regard/config/experiment.h"
#include "regard/engine/engine.h"
#include "regard/interop/model_file.h"
#include "regard/model/language_model.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::translate {

/// What a model directory holds: config.yaml, the tokenizers and model.safetensors.
template <class Model>
struct Loaded {
  config::Experiment experiment;
  std::shared_ptr<Model> model;  ///< on the device asked for, in eval mode
  text::TokenizerPair tokenizers;
  interop::ModelMetadata metadata;
};
using LoadedModel = Loaded<model::Seq2SeqModel>;
using LoadedLanguageModel = Loaded<model::LanguageModel>;

/// A translation model, and a language model. Each throws Error where one of the files is missing
/// or damaged, where they do not belong together (weights of another architecture or trained with
/// another tokenizer), and where the directory holds a model of the other kind.
LoadedModel load_model_directory(const std::string& directory, torch::Device device);
LoadedLanguageModel load_language_model_directory(const std::string& directory,
                                                  torch::Device device);

/// The engine for a model with the weights that it has now: none where it does not support the
/// model, or the model is not on the CPU.
std::optional<engine::Engine> engine_for(model::Seq2SeqModel& model);

/// The name of a shortlist (text/shortlist.h) in the directory of its model.
inline constexpr const char* kShortlistFile = "shortlist.bin";

/// The task of the model that a directory holds. Throws Error where it holds none.
std::string task_of_model_directory(const std::string& directory);

/// The model that an experiment describes, with new random weights, on the CPU: a translation
/// model, a language model, and whichever of them it is.
std::shared_ptr<model::Seq2SeqModel> make_model(const config::Experiment& experiment,
                                                const text::TokenizerPair& tokenizers);
std::shared_ptr<model::LanguageModel> make_language_model(const config::Experiment& experiment,
                                                          const text::TokenizerPair& tokenizers);
std::shared_ptr<torch::nn::Module> make_any_model(const config::Experiment& experiment,
                                                  const text::TokenizerPair& tokenizers);

/// Writes a model directory: the config, all values written out, the tokenizers, and the weights
/// with `step` and `score` of `metadata`; the rest of it is filled in. Throws Error where the
/// directory holds a model already.
void save_model_directory(const std::string& directory, const config::Experiment& experiment,
                          const text::TokenizerPair& tokenizers, const torch::nn::Module& model,
                          interop::ModelMetadata metadata);

/// Throws Error, naming the file, where the weights in it were not trained with this architecture
/// and these tokenizers.
void check_belongs_together(const std::string& file, const interop::ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
