#pragma once
#include <cstdint>
#include <limits>
#include <string>

#include "regard/corpus/sampler_position.h"
#include "regard/parallel/group.h"
#include "regard/train/loss_scale.h"
#include "regard/train/moving_average.h"
#include "regard/train/optimizer.h"
#include "regard/train/task.h"

namespace regard::train {

/// The best that validation has seen.
struct Best {
  double score =
      std::numeric_limits<double>::infinity();  ///< lower is better: a loss, or minus BLEU or chrF
  int64_t step = 0;
  int64_t validations_since = 0;  ///< for early stopping
};

/// All numbers of a run that weights and optimiser do not hold.
struct Progress {
  int64_t step = 0;
  int64_t processes = 1;  ///< that train together
  corpus::SamplerPosition position;
  Best best;
  int64_t validations = 0;
  int64_t validated_step = 0;       ///< the last one that was validated
  int64_t skipped = 0;              ///< steps left out, because something was not finite
  int64_t skipped_in_a_row = 0;     ///< of these, those since the last step that was taken
  int64_t split = 0;                ///< steps whose batches were split, because memory ran out
  double learning_rate_factor = 1;  ///< below 1 after going back
  std::string precision;            ///< of products; what training.precision: auto came to
  LossScale loss_scale;
  int64_t source_tokens = 0;  ///< real tokens trained on
  int64_t target_tokens = 0;
  double seconds = 0;  ///< of training, interruptions and validations not counted
  /// That the processors of the first machine used in these; NaN where that can't be read.
  double joules = 0;
  int64_t log_bytes = 0;  ///< of log.jsonl
  bool finished = false;
};

/// The same as text, and back.
std::string to_text(const Progress& progress);
Progress progress_of(const std::string& text);

/// What exact resume needs, in one file that is replaced at once, so that no moment leaves half of
/// it: weights, their moving average, optimiser, what the task carries, random generators, and
/// `Progress`. The tokenizer's hash is kept, too: the file is refused with any other.
/// All processes of `group` together; the first one writes. What the tasks of all of them carry is
/// kept, rows behind rows, and each takes its own back.
void save_training_state(const std::string& path, Task& task, const Optimizer& optimizer,
                         const MovingAverage& average, const Progress& progress,
                         parallel::Group& group);

/// Takes such a file over; the task goes on from its position. Throws Error where it is damaged or
/// belongs to another model or tokenizer.
Progress load_training_state(const std::string& path, Task& task, Optimizer& optimizer,
                             MovingAverage& average, const parallel::Group& group);

}  // namespace regard::train
