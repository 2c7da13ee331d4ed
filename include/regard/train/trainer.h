#pragma once
#include <memory>
#include <optional>
#include <string>

#include "regard/base/interrupt.h"
#include "regard/config/experiment.h"
#include "regard/train/optimizer.h"
#include "regard/train/run_directory.h"
#include "regard/train/task.h"
#include "regard/train/training_log.h"
#include "regard/train/training_state.h"

namespace regard::train {

/// Trains the model of a task, validates it, keeps the best weights and all that resuming
/// needs. The weights after a step depend on the experiment, the seed and the number of threads
/// alone, however often the run was stopped and resumed on the way.
class Trainer {
 public:
  /// All of these stay the caller's.
  Trainer(const config::Experiment& experiment, const RunDirectory& directory, Task& task);

  /// Goes on from the saved state. Throws Error where there is none or it belongs to something
  /// else.
  void resume();
  /// Trains to the last step, to early stopping, or to a signal, which is returned; the state is
  /// saved in every case. Throws Error where loss or gradients are not finite; the saved state is
  /// then the last good one.
  std::optional<int> run(const InterruptGuard& interrupt);

  const Progress& progress() const { return progress_; }

 private:
  struct StepResult : StepSums {
    double gradient_norm = 0;
  };
  StepResult step();
  void fail_not_finite(const std::string& what) const;
  void report(const StepResult& since_last, double seconds, int64_t steps);
  void validate(bool with_bleu);
  bool bleu_is_due() const;
  std::string score_in_words(double score) const;
  void save_weights(const std::string& path, double score) const;
  void save_state();
  void finish();
  void average_checkpoints();
  double validation_score(const Validation& result) const;

  const config::Experiment& experiment_;
  const config::TrainingOptions& options_;
  const RunDirectory& directory_;
  Task& task_;
  std::unique_ptr<Optimizer> optimizer_;
  Progress progress_;
  std::optional<TrainingLog> log_;
};

}  // namespace regard::train
