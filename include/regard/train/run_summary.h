#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace regard::train {

/// What a run's log says in short.
struct RunSummary {
  int64_t step = 0;
  double minutes = 0;          ///< of training
  std::optional<double> loss;  ///< the best of validation, as are BLEU and chrF
  std::optional<double> bleu;
  std::optional<double> chrf;
  std::optional<double> test_loss;
  std::optional<double> test_bleu;
  std::optional<double> test_chrf;
  bool ended = false;  ///< nothing is left to do
};

/// Of the run in a directory; of one without a log, or with half a line at its end, what there is.
RunSummary read_run_summary(const std::string& directory);

}  // namespace regard::train
