#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace regard::train {

/// Ensures that one process at a time trains in a run directory. The system releases the lock when
/// a process ends, however it ends, and no file remains. On a file system without locks there is no
/// protection, and no error.
class RunLock {
 public:
  /// Throws Error if another process trains in `directory`, which must exist.
  explicit RunLock(const std::string& directory);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int descriptor_;
};

/// Whether a process trains in `directory` now.
bool is_training(const std::string& directory);

/// Summary of a run's log.
struct RunSummary {
  int64_t step = 0;
  double minutes = 0;            ///< minutes of training
  std::optional<double> joules;  ///< energy of training, if readable throughout
  std::optional<double> loss;    ///< the best of validation
  std::optional<double> test_loss;
  /// The best of validation, by the names of the metrics that validate (metrics/metric_table.h).
  std::map<std::string, double> scores = {};
  std::map<std::string, double> test_scores = {};
  bool ended = false;               ///< the run is complete
  std::optional<int64_t> diverged;  ///< the first step whose loss is not finite
};

/// One figure over the course of a run.
struct Curve {
  std::vector<double> steps;
  std::vector<double> minutes;  ///< minutes of training until each step; NaN if not logged
  std::vector<double> values;   ///< NaN: not finite
};

/// None where there is no score of that name.
std::optional<double> score_of(const std::map<std::string, double>& scores,
                               const std::string& name);

/// The texts of a list that a run validates on (data.valid): "law" where there is a curve
/// "valid/law/loss".
std::vector<std::string> validation_texts(const std::map<std::string, Curve>& curves);

/// The contents of a TrainingLog.
struct RunLog {
  RunSummary summary;
  std::map<std::string, Curve> curves;  ///< by name, such as "train/loss" and "valid/bleu"
  int64_t broken_lines = 0;             ///< lines that are not events, and are skipped
};

/// Reads the log of the run in a directory; returns what there is if it is missing or ends in half
/// a line. Throws Error if it is not a regular file.
RunLog read_run_log(const std::string& directory);

}  // namespace regard::train
