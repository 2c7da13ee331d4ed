#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace regard::train {

/// What a run's log says in short.
struct RunSummary {
  int64_t step = 0;
  double minutes = 0;            ///< of training
  std::optional<double> joules;  ///< of training, where they could be read all the time
  std::optional<double> loss;    ///< the best of validation, as are BLEU and chrF
  std::optional<double> bleu;
  std::optional<double> chrf;
  std::optional<double> test_loss;
  std::optional<double> test_bleu;
  std::optional<double> test_chrf;
  bool ended = false;  ///< nothing is left to do
};

/// A figure of a run as it went on.
struct Curve {
  std::vector<double> steps;
  std::vector<double> minutes;  ///< of training until then; NaN where the log does not say
  std::vector<double> values;
};

/// What TrainingLog has written.
struct RunLog {
  RunSummary summary;
  std::map<std::string, Curve> curves;  ///< by names such as "train/loss" and "valid/bleu"
};

/// Of the run in a directory; of one without a log, or with half a line at its end, what there is.
RunLog read_run_log(const std::string& directory);

}  // namespace regard::train
