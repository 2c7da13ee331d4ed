#pragma once
#include <cstdint>
#include <limits>
#include <string>

#include "regard/corpus/batch_sampler.h"
#include "regard/model/seq2seq_model.h"
#include "regard/train/optimizer.h"

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
/// it: weights, optimiser, random generators, and `Progress`. `tokenizer_hash`: the file is refused
/// with any other tokenizer.
void save_training_state(const std::string& path, const model::Seq2SeqModel& model,
                         const Optimizer& optimizer, const Progress& progress,
                         const std::string& tokenizer_hash);

/// Takes such a file over. Throws Error where it is damaged or belongs to another model or
/// tokenizer.
Progress load_training_state(const std::string& path, model::Seq2SeqModel& model,
                             Optimizer& optimizer, const std::string& tokenizer_hash);

}  // namespace regard::train
