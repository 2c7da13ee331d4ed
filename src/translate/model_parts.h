#pragma once
#include <string>

#include "regard/config/experiment.h"
#include "regard/interop/model_file.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::translate {

/// A model directory, all of it but the numbers of its weights, which are in the open file.
struct ModelParts {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  interop::ModelFile file;
};

/// Throws Error where a file is missing or damaged, where they do not belong together, and where
/// the directory holds a model of another task.
ModelParts open_model_directory(const std::string& directory, const std::string& task);

}  // namespace regard::translate
