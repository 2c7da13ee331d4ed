#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "architecture/rnn_options.h"
#include "config/training_options.h"

namespace regard::train {

/// A model for the user's own pairs, and the settings of its full-length training run.
struct ModelSize {
  /// With fewer pairs, the model would overfit.
  int64_t fewest_pairs;
  /// Number of training target tokens from which this model beats the next smaller one.
  /// docs/data.md gives the source.
  double fewest_tokens;
  double parameters;  ///< number of parameters of the Transformer
  int64_t pieces;     ///< vocabulary size if the texts suffice for 16,000 subwords; 0: automatic
  const char* transformer;
  const char* rnn;
  model::Readout rnn_readout;  ///< readout of an RNN with attention
  double transformer_rate, rnn_rate;
  int64_t steps, batch_tokens;
  double ema;
  config::Precision precision;
};

/// All sizes, smallest first.
std::span<const ModelSize> model_sizes();

/// The data and compute that a training run has.
struct TrainingBudget {
  int64_t pairs = 0;
  double seconds = 0;           ///< time for training; 0: no limit
  double flops_per_second = 0;  ///< matrix multiplication throughput (trainer/batch_fit.h)
};

/// Target tokens, each with a source token, that a model of this size can be trained on.
double target_tokens(const ModelSize& size, const TrainingBudget& budget);

/// The largest model that has enough pairs and is trained on enough tokens; the smallest if there
/// is none.
const ModelSize& size_for(const TrainingBudget& budget);

/// The reason for choosing that size, for the log.
std::string reason_for(const ModelSize& size, const TrainingBudget& budget);

/// Seconds left for training: `minutes` minus the preparation and the time for the last validation
/// and the test, but at least half. If `preparation` is 0, all seconds.
double seconds_to_train(double minutes, double preparation);

/// Number of pairs to learn word links from within about 2 % of `minutes`. 0 minutes: no limit.
int64_t pairs_to_align(double minutes);

}  // namespace regard::train
