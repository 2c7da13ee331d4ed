#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "config/experiment.h"
#include "metrics/metric_table.h"
#include "trainer/run_directory.h"
#include "trainer/task.h"

namespace regard::train {

/// The weights that a run writes: the model with the best validation, and the newest ones as
/// checkpoints.
class ModelFiles {
 public:
  /// All of these remain the caller's.
  ModelFiles(const config::Experiment& experiment, const RunDirectory& directory, Task& task);

  /// The criterion of validations (training.best_by): smaller is better.
  double score_of(const Validation& result) const;

  void save_model(int64_t step, double score) const;
  /// Also removes the oldest beyond the number to keep.
  void save_checkpoint(int64_t step, double score) const;
  /// Gives the task's model the mean of the last checkpoints (training.average). Returns their
  /// number; with fewer than two it changes nothing.
  size_t load_average() const;

 private:
  /// Of training.best_by, unless that is the loss.
  const metrics::MetricRow& best_metric() const;
  std::string in_words(double score) const;
  void save(const std::string& path, int64_t step, double score) const;

  const config::Experiment& experiment_;
  const config::TrainingOptions& options_;
  const RunDirectory& directory_;
  Task& task_;
};

}  // namespace regard::train
