#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace regard::train {

/// Ensures that only one process trains in a run directory at a time. The operating system releases
/// the lock when the process ends, even if it is killed, and no file remains. On a file system
/// without locks there is no protection and no error.
class RunLock {
 public:
  /// Throws Error if another process is training in `directory`, which must exist.
  explicit RunLock(const std::string& directory);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int descriptor_;
};

/// Whether a process is training in `directory`.
bool is_training(const std::string& directory);

/// Summary of a run's log.
struct RunSummary {
  int64_t step = 0;
  double minutes = 0;            ///< training time
  std::optional<double> joules;  ///< training energy, if it could be read throughout
  std::optional<double> loss;    ///< best validation loss
  std::optional<double> test_loss;
  /// The best validation scores by metric name, for the metrics used in validation
  /// (metrics/metric_table.h).
  std::map<std::string, double> scores = {};
  std::map<std::string, double> test_scores = {};
  bool ended = false;               ///< the run is complete
  std::optional<int64_t> diverged;  ///< first step with a loss that is not finite
};

/// One logged quantity over the course of a run.
struct Curve {
  std::vector<double> steps;
  std::vector<double> minutes;  ///< training time at each step; NaN if not logged
  std::vector<double> values;   ///< NaN if not finite
};

/// The score with the given name; empty if there is none.
std::optional<double> score_of(const std::map<std::string, double>& scores,
                               const std::string& name);

/// The names of a run's validation sets if it has several (data.valid): "law" if there is a curve
/// "valid/law/loss".
std::vector<std::string> validation_texts(const std::map<std::string, Curve>& curves);

/// The contents of a training log (TrainingLog).
struct RunLog {
  RunSummary summary;
  std::map<std::string, Curve> curves;  ///< curves by name, such as "train/loss" and "valid/bleu"
  int64_t broken_lines = 0;             ///< lines that are not events; they are skipped
};

/// Reads the log of the run in a directory. A missing log gives an empty result, and an incomplete
/// last line is ignored. Throws Error if the log is not a regular file.
RunLog read_run_log(const std::string& directory);

}  // namespace regard::train
