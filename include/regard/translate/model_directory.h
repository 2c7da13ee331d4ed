#pragma once
#include <torch/types.h>

#include <memory>
#include <string>

#include "regard/config/experiment.h"
#include "regard/interop/model_file.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::translate {

/// What a model directory holds: config.yaml, the tokenizers and model.safetensors.
struct LoadedModel {
  config::Experiment experiment;
  std::shared_ptr<model::Seq2SeqModel> model;  ///< on the device asked for, in eval mode
  text::TokenizerPair tokenizers;
  interop::ModelMetadata metadata;
};

/// Throws Error where one of the files is missing or damaged, and where they do not belong
/// together: weights of another architecture or trained with another tokenizer.
LoadedModel load_model_directory(const std::string& directory, torch::Device device);

/// The model that an experiment describes, with new random weights, on the CPU.
std::shared_ptr<model::Seq2SeqModel> make_model(const config::Experiment& experiment,
                                                const text::TokenizerPair& tokenizers);

/// Throws Error, naming the file, where the weights in it were not trained with this architecture
/// and these tokenizers.
void check_belongs_together(const std::string& file, const interop::ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
