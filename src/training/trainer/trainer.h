#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/process.h"
#include "base/stopwatch.h"
#include "config/experiment.h"
#include "optimizer/optimizer.h"
#include "parallel/group.h"
#include "runs/film.h"
#include "trainer/data_parallel.h"
#include "trainer/model_files.h"
#include "trainer/quantized_weights.h"
#include "trainer/run_directory.h"
#include "trainer/task.h"
#include "trainer/training_log.h"
#include "trainer/training_state.h"

namespace regard::train {

/// Trains the model of a task, validates it, keeps the best weights and everything needed to
/// resume. The weights after a step depend only on the experiment, the seed and the number of
/// threads, however often the run was stopped and resumed.
class Trainer {
 public:
  /// The first four arguments must outlive the trainer.
  Trainer(const config::Experiment& experiment, const RunDirectory& directory, Task& task,
          parallel::Group& group, CostMeter meter = CostMeter());

  /// Starts after a preparation whose seconds count toward training.minutes.
  void begin_after(double preparation) {
    progress_.preparation_seconds = progress_.elapsed_seconds = preparation;
  }
  /// Continues from the saved state. Throws Error if there is none or it belongs to another run.
  void resume(ResumeAt resume_at = ResumeAt::saved_position);
  /// Trains to the last step, to early stopping, or until a signal, which is returned; the state is
  /// saved in every case. See training.max_skipped for non-finite steps, which may end in an Error.
  /// A batch that does not fit in memory is split once.
  std::optional<int> run(const InterruptGuard& interrupt);

  const Progress& progress() const { return progress_; }

 private:
  struct StepResult : StepSums {
    double gradient_norm = 0;
  };
  torch::Device device() const;
  void choose_precision();
  /// Matrix multiplication throughput of all processes together, in FLOP/s.
  double product_rate() const;
  void train(const InterruptGuard& interrupt);
  /// Advances the schedule to the current step or time.
  void follow_schedule();
  /// Whether the schedule has passed a multiple of `every` since `before`.
  bool has_passed(int64_t every, int64_t before) const;
  /// Whether the steps, the time or the epochs are used up.
  bool is_over_by_count() const;
  bool is_over() const;
  double seconds_left(double seconds_per_step) const;
  /// Takes a step. Returns nullopt if the step was skipped.
  std::optional<StepResult> step();
  /// Whether the schedule has reached training.quantize_from.
  bool rounds_weights() const;
  StepSums accumulate_gradients();
  StepSums accumulate_gradients(int64_t parts);
  StepSums accumulate_in_halves();
  double rate() const;
  void skip(const std::string& what);
  void go_back();
  void report(Speedometer& speed, double gradient_norm);
  /// Whether a film frame is due; `before` is the schedule's previous step.
  bool frame_is_due(int64_t before) const;
  void add_frame(const StepResult& step);
  /// Whether the weights before the first step are those of a trained model.
  bool begins_with_a_model() const { return !options_.init_from.empty(); }
  bool validation_is_due() const;
  void validate(const InterruptGuard& interrupt);
  bool translations_are_due() const;
  /// Validates the current weights as they will be used: rounded, with training.quantize_from.
  Validation validate_weights(bool with_translations, const InterruptGuard& interrupt);
  void save_state();
  void finish(const InterruptGuard& interrupt);
  void average_checkpoints(const InterruptGuard& interrupt);

  const config::Experiment& experiment_;
  const config::TrainingOptions& options_;
  const RunDirectory& directory_;
  Task& task_;
  ModelFiles files_;
  parallel::Group& group_;
  CostMeter meter_;
  DataParallel parallel_;
  std::unique_ptr<Optimizer> optimizer_;
  MovingAverage average_;
  Progress progress_;
  int64_t saved_step_ = 0;  // step of the last save
  int64_t saved_at_ = 0;    // the schedule's step of that save
  std::chrono::steady_clock::time_point started_;
  std::optional<TrainingLog> log_;  // on rank 0 only
  std::optional<FilmFile> film_;    // on rank 0 only, with training.film
};

}  // namespace regard::train
