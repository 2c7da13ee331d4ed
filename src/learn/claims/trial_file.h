#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "claims/claim.h"

namespace regard::claims {

/// A mean over seeds and its 95 % confidence interval according to Student's t distribution.
struct Interval {
  double mean = 0;
  double low = 0;
  double high = 0;
};

/// The interval of independent values: NaN for fewer than two values, width 0 for equal ones.
Interval interval_of(const std::vector<double>& values);
/// On a logarithmic scale, the interval of the values' logarithms, converted back. The mean is then
/// geometric.
Interval interval_of(std::vector<double> values, draw::Scale scale);

/// The t that a Student-distributed variable exceeds in absolute value with probability 5 %.
double student_quantile(double degrees_of_freedom);

enum class Answer {
  yes,        ///< the whole interval is within the bounds
  no,         ///< the whole interval is outside the bounds
  undecided,  ///< the interval contains a bound
};

struct CheckResult {
  Interval interval;
  Answer answer = Answer::undecided;
  /// For an undecided check: estimated number of seeds to decide it, if at most a thousand.
  std::optional<int64_t> seeds_to_tell = {};
};

struct Verdict {
  std::vector<CheckResult> checks;  ///< in the claim's order
  std::string text;                 ///< "holds", "refuted", "undecided: …" or "depends on …"
};

/// Judges a check. For a logarithmic one, mean and interval are computed from logarithms.
CheckResult judge(const Check& check, const std::vector<Trial>& trials);

/// All checks yes: the claim holds. All no: it is refuted. Yes and no: it depends on
/// Claim::depends_on. All undecided: it is undecided. Some undecided, the others equal: it holds
/// (or is refuted) in these and is undecided in the rest.
Verdict judge(const Claim& claim, const std::vector<Trial>& trials);

/// NAME.jsonl: the finished trials of a claim, one per line: {"seed": 1, "seconds": 2.5,
/// "measured":
/// {"loss": 0.3}}. Each trial is saved as soon as it is finished, so that an interrupted run can
/// continue.
class TrialFile {
 public:
  TrialFile(const std::filesystem::path& folder, const Claim& claim);

  /// The trials in the order of the file. A truncated last line, left by a killed run, is ignored.
  /// Throws Error with file and line for any other line that is not a trial, and for a trial from a
  /// different version, which lacks a quantity that the claim's checks or charts need.
  std::vector<Trial> read() const;

  /// Appends a line after the last complete one.
  void add(const Trial& trial) const;

 private:
  std::filesystem::path path_;
  const Claim* claim_;
};

}  // namespace regard::claims
