#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "base/stopwatch.h"
#include "corpus/shuffle.h"
#include "optimizer/optimizer.h"
#include "optimizer/step_size.h"
#include "parallel/group.h"
#include "trainer/task.h"

namespace regard::train {

/// The best validation so far.
struct Best {
  double score =
      std::numeric_limits<double>::infinity();  ///< lower is better: a loss, or −BLEU or −chrF
  int64_t step = 0;
  int64_t validations_since = 0;  ///< validations since the best one, for early stopping
};

/// All numbers of a run other than weights and optimizer state.
struct Progress {
  int64_t step = 0;
  /// The step of the schedule: `step` or, with training.minutes, training.steps times the elapsed
  /// share of the time.
  int64_t scheduled = 0;
  double elapsed_seconds = 0;      ///< total time, validations included, measured by rank 0
  double preparation_seconds = 0;  ///< part of elapsed_seconds before the first step
  int64_t processes = 1;           ///< number of processes that train together
  corpus::SamplerPosition position;
  Best best;
  int64_t validations = 0;
  int64_t validated_step = 0;       ///< step of the last validation
  int64_t validated_at = 0;         ///< scheduled step of the last validation
  int64_t skipped = 0;              ///< steps skipped because something was not finite
  int64_t skipped_in_a_row = 0;     ///< steps skipped since the last successful step
  int64_t split = 0;                ///< steps whose batches were split for lack of memory
  double learning_rate_factor = 1;  ///< factor, below 1 after a return to a saved state
  config::Precision precision =
      config::Precision::automatic;  ///< precision of products; auto: not chosen yet
  LossScale loss_scale;
  int64_t source_tokens = 0;  ///< real tokens trained on
  int64_t target_tokens = 0;
  Cost cost;  ///< cost of training on the machine of rank 0, without interruptions and validations
  int64_t log_bytes = 0;   ///< size of log.jsonl
  int64_t film_bytes = 0;  ///< size of film.jsonl
  bool finished = false;
};

/// Seconds after which a run with training.minutes has trained enough.
double seconds_of_run(const config::TrainingOptions& training, const Progress& progress);

/// Convert Progress to text and back. `progress_of` throws if a field that every version writes is
/// missing, or if a value is impossible.
std::string to_text(const Progress& progress);
Progress progress_of(const std::string& text);

/// Everything needed to resume exactly, in one file that is replaced atomically: weights, their
/// moving average, optimizer, the task's carried state, random generators, and `Progress`. It also
/// has the tokenizer's hash and is rejected with any other tokenizer. Collective over `group`; rank
/// 0 writes. The carried states of all processes are stored row after row, and each process takes
/// its own back.
void save_training_state(const std::string& path, Task& task, const Optimizer& optimizer,
                         const MovingAverage& average, const Progress& progress,
                         parallel::Group& group);

/// Where a task continues: at the saved position or, if the texts have changed since, with the next
/// epoch.
enum class ResumeAt { saved_position, next_epoch };
constexpr auto names_of(ResumeAt) { return std::array{"saved_position", "next_epoch"}; }

/// Restores a saved state. Throws Error if it is damaged or belongs to another model or tokenizer.
Progress load_training_state(const std::string& path, Task& task, Optimizer& optimizer,
                             MovingAverage& average, const parallel::Group& group,
                             ResumeAt resume_at = ResumeAt::saved_position);

}  // namespace regard::train
