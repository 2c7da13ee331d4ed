#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "claims/claim.h"

namespace regard::claims {

/// A mean over seeds and the interval that covers it with 95 % confidence, from Student's t.
struct Interval {
  double mean = 0;
  double low = 0;
  double high = 0;
};

/// The interval of independent values. Fewer than two values have none: NaN. Equal values have an
/// interval of width 0.
Interval interval_of(const std::vector<double>& values);

/// The t that a variable of Student's distribution exceeds in absolute value with probability 5 %.
double student_quantile(double degrees_of_freedom);

enum class Answer {
  yes,   ///< the whole interval lies within the bounds
  no,    ///< the whole interval lies outside
  open,  ///< it lies across one: the trials do not tell
};

struct CheckResult {
  Interval interval;
  Answer answer = Answer::open;
  /// For an open check: about how many seeds would settle it, if at most a thousand would.
  std::optional<int64_t> seeds_to_tell = {};
};

struct Verdict {
  std::vector<CheckResult> checks;  ///< in the claim's order
  std::string text;                 ///< "holds", "refuted", "undecided: …" or "depends on …"
};

CheckResult judge(const Check& check, const std::vector<Trial>& trials);

/// All checks yes: holds. All no: refuted. Yes and no: depends on what the claim says. All open:
/// undecided. Some open, the others alike: holds (or is refuted) in those, undecided in the rest.
Verdict judge(const Claim& claim, const std::vector<Trial>& trials);

/// NAME.jsonl: the finished trials of a claim, a line each, {"seed": 1, "seconds": 2.5, "measured":
/// {"loss": 0.3}}. A trial is kept as soon as it is finished, so that a run that was stopped goes
/// on where it was.
class TrialFile {
 public:
  TrialFile(const std::filesystem::path& folder, const Claim& claim);

  /// In the order of the file. A last line without an end, of a run that was killed, is left out.
  /// Throws Error with file and line for others that are no trials, and for one that lacks a
  /// quantity that the claim's checks and charts ask for: it is another version's.
  std::vector<Trial> read() const;

  /// Appends a line after the last whole one.
  void add(const Trial& trial) const;

 private:
  std::filesystem::path path_;
  const Claim* claim_;
};

}  // namespace regard::claims
