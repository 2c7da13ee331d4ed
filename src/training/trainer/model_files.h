#pragma once
#include <torch/nn/module.h>
#include <torch/utils.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/experiment.h"
#include "corpus/training_examples.h"
#include "metrics/metric_table.h"
#include "nn/linear.h"
#include "text/tokenizer_pair.h"
#include "trainer/run_directory.h"
#include "trainer/task.h"

namespace regard::train {

/// The run that training starts from. Throws Error if there is none at the path.
RunDirectory run_to_begin_with(const std::string& path);

/// The tokenizers of the run that training starts from (training.init_from). Throws Error if there
/// is no such run.
text::TokenizerPair tokenizers_of_beginning(const config::Experiment& experiment);

/// The words (text::HalfWords) of the run that training starts from, if any; empty if they are
/// unknown. A resumed `run` takes them from its own model, if one exists yet. Throws Error as
/// HalfWords::parse does.
std::optional<std::vector<std::string>> words_of_beginning(const config::Experiment& experiment,
                                                           const RunDirectory& run, bool resume);

/// Loads the best weights of training.init_from. Throws Error if architecture or sizes differ.
void load_weights_of_beginning(const config::Experiment& experiment, torch::nn::Module& model);

/// The model built by `make`, on the device: with random weights from the experiment's seed or,
/// unless the run resumes, with those of the run it starts from.
template <class Make>
auto begin_model(const Make& make, const config::Experiment& experiment,
                 const text::TokenizerPair& tokenizers, bool resume, torch::Device device) {
  torch::manual_seed(static_cast<uint64_t>(experiment.training.seed));
  auto model = make(experiment, tokenizers);
  if (experiment.training.first_weights == config::FirstWeights::book) {
    nn::initialize_as_the_book(*model);
  }
  if (!resume && !experiment.training.init_from.empty()) {
    load_weights_of_beginning(experiment, *model);
  }
  model->to(device);
  return model;
}

/// The tokenizers of an experiment: those of the run it starts from (training.init_from) or of the
/// files it names; else those that a run with the same options and training texts left in the
/// cache; else new ones made by `train`, which are then cached.
text::TokenizerPair kept_tokenizers(
    const config::Experiment& experiment, corpus::Cache& cache,
    const std::function<text::TokenizerPair(const config::Experiment&)>& train);

/// The weights that a run writes: the model with the best validation score, and the newest ones as
/// checkpoints.
class ModelFiles {
 public:
  /// The arguments must outlive the object.
  ModelFiles(const config::Experiment& experiment, const RunDirectory& directory, Task& task);

  /// The score of a validation by the criterion training.best_by: smaller is better.
  double score_of(const Validation& result) const;

  void save_model(int64_t step, double score) const;
  /// Saves a checkpoint and removes the oldest beyond the number to keep.
  void save_checkpoint(int64_t step, double score) const;
  /// Loads the mean of the last checkpoints (training.average) into the task's model. Returns their
  /// number; with fewer than two it changes nothing.
  size_t load_average() const;

 private:
  /// The metric of training.best_by, unless that is the loss.
  const metrics::MetricRow& best_metric() const;
  std::string in_words(double score) const;
  void save(const std::string& path, int64_t step, double score) const;

  const config::Experiment& experiment_;
  const config::TrainingOptions& options_;
  const RunDirectory& directory_;
  Task& task_;
};

}  // namespace regard::train
