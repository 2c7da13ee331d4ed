#pragma once
#include <cstdint>
#include <limits>
#include <string>

#include "regard/corpus/sampler_position.h"
#include "regard/train/optimizer.h"
#include "regard/train/task.h"

namespace regard::train {

/// The best that validation has seen.
struct Best {
  double score =
      std::numeric_limits<double>::infinity();  ///< lower is better: a loss, or minus BLEU
  int64_t step = 0;
  int64_t validations_since = 0;  ///< for early stopping
};

/// All numbers of a run that weights and optimiser do not hold.
struct Progress {
  int64_t step = 0;
  corpus::SamplerPosition position;
  Best best;
  int64_t validations = 0;
  int64_t source_tokens = 0;  ///< real tokens trained on
  int64_t target_tokens = 0;
  double seconds = 0;     ///< of training, interruptions not counted
  int64_t log_bytes = 0;  ///< of log.jsonl
  bool finished = false;
};

/// What exact resume needs, in one file that is replaced at once, so that no moment leaves half of
/// it: weights, optimiser, what the task carries, random generators, and `Progress`. The
/// tokenizer's hash is kept, too: the file is refused with any other.
void save_training_state(const std::string& path, Task& task, const Optimizer& optimizer,
                         const Progress& progress);

/// Takes such a file over; the task goes on from its position. Throws Error where it is damaged or
/// belongs to another model or tokenizer.
Progress load_training_state(const std::string& path, Task& task, Optimizer& optimizer);

}  // namespace regard::train
