#pragma once
#include <string>

#include "config/experiment.h"
#include "store/model_file.h"
#include "text/tokenizer_pair.h"

namespace regard::store {

/// A model directory whose weights are still in the open file.
struct OpenModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  ModelFile file;
};

/// Opens the model of a task. Throws Error if a file is missing or damaged, if the files do not
/// belong together (weights of another architecture, or trained with another tokenizer), and if the
/// directory holds a model of the other task.
OpenModel open_model(const std::string& directory, config::Task task);

/// The config of the model of a task, without its weights. Throws Error as open_model does for it.
config::Experiment experiment_of_model(const std::string& directory, config::Task task);

/// The task of a directory's model. Throws Error if it holds none.
config::Task task_of_model(const std::string& directory);

/// Throws Error, naming the file, unless its weights were trained with this architecture and these
/// tokenizers.
void check_belongs_together(const std::string& file, const ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers);

/// Throws Error if `file` has fewer bytes than the model has weights at least, which need a byte
/// each: nothing is then allocated for a model that the file cannot hold.
void check_may_hold(const std::string& file, const config::Experiment& experiment,
                    const text::TokenizerPair& tokenizers);

}  // namespace regard::store
