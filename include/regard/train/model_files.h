#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "regard/config/experiment.h"
#include "regard/train/run_directory.h"
#include "regard/train/task.h"

namespace regard::train {

/// The weights that a run leaves: the model, which are those that validated best, and the newest
/// ones as checkpoints.
class ModelFiles {
 public:
  /// All of these stay the caller's.
  ModelFiles(const config::Experiment& experiment, const RunDirectory& directory, Task& task);

  /// What validations are compared by (training.best_by): the smaller, the better.
  double score_of(const Validation& result) const;

  void save_model(int64_t step, double score) const;
  /// And removes the oldest that are too many.
  void save_checkpoint(int64_t step, double score) const;
  /// Gives the task's model the mean of the last checkpoints (training.average). Returns how many
  /// there were; with fewer than two nothing happens.
  size_t load_average() const;

 private:
  std::string in_words(double score) const;
  void save(const std::string& path, int64_t step, double score) const;

  const config::Experiment& experiment_;
  const config::TrainingOptions& options_;
  const RunDirectory& directory_;
  Task& task_;
};

}  // namespace regard::train
