#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "regard/base/interrupt.h"
#include "regard/config/experiment.h"
#include "regard/corpus/batch.h"
#include "regard/corpus/batch_sampler.h"
#include "regard/corpus/examples.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/train/optimizer.h"
#include "regard/train/run_directory.h"
#include "regard/train/training_log.h"
#include "regard/train/training_state.h"
#include "regard/train/validation.h"

namespace regard::train {

/// What a trainer works on; all of it stays the caller's.
struct TrainingTask {
  const config::Experiment& experiment;
  const RunDirectory& directory;
  const text::TokenizerPair& tokenizers;
  const corpus::Examples& examples;
  const ValidationText& valid;  ///< empty: nothing is validated
  model::Seq2SeqModel& model;   ///< on the device that it trains on
};

/// Trains a model by teacher forcing, validates it, keeps the best weights and all that resuming
/// needs. The weights after a step depend on the experiment, the seed and the number of threads
/// alone, however often the run was stopped and resumed on the way.
class Trainer {
 public:
  explicit Trainer(const TrainingTask& task);

  /// Goes on from the saved state. Throws Error where there is none or it belongs to something
  /// else.
  void resume();
  /// Trains to the last step, to early stopping, or to a signal, which is returned; the state is
  /// saved in every case. Throws Error where loss or gradients are not finite; the saved state is
  /// then the last good one.
  std::optional<int> run(const InterruptGuard& interrupt);

  const Progress& progress() const { return progress_; }

 private:
  struct StepResult {
    double loss = 0;  ///< sums over target tokens
    double negative_log_likelihood = 0;
    double gradient_norm = 0;
    int64_t source_tokens = 0;
    int64_t target_tokens = 0;
  };
  StepResult step();
  void fail_not_finite(const std::vector<std::vector<size_t>>& batches,
                       const std::string& what) const;
  void report(const StepResult& since_last, double seconds, int64_t steps);
  void validate(bool with_bleu);
  bool bleu_is_due() const;
  std::string score_in_words(double score) const;
  void save_weights(const std::string& path, double score) const;
  void save_state();
  void finish();
  void average_checkpoints();
  Validation measure(bool with_bleu) const;
  double validation_score(double loss, std::optional<double> bleu) const;

  TrainingTask task_;
  const config::TrainingOptions& options_;
  torch::Device device_;
  corpus::BatchSampler sampler_;
  std::unique_ptr<Optimizer> optimizer_;
  Progress progress_;
  std::optional<TrainingLog> log_;
};

}  // namespace regard::train
