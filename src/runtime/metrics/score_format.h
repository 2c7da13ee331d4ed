#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric.h"
#include "metrics/significance.h"

/// Scores as the `sacrebleu` command prints them, byte for byte.
namespace regard::metrics {

struct ScoreFormat {
  int width = 1;  ///< decimals
  bool json = true;
  bool score_only = false;
  bool short_signature = false;  ///< short signatures in text; JSON always has the long ones
};

/// One metric's score of one system.
struct SignedScore {
  Score score;
  Signature signature;
  std::optional<Interval> interval = {};  ///< not printed when its mean is 0
};

/// Python's repr of a float, also used in its JSON: the shortest digits that read back as the same
/// value.
std::string shortest(double value);

/// "BLEU|nrefs:1|... = 59.5 (μ = 59.4 ± 2.5) 85.6/69.4/54.3/42.1 (BP = ...)"; without a signature
/// "BLEU = 59.5 ...".
std::string score_line(const SignedScore& score, const std::string& signature, int width);

/// A JSON object with name, score, signature, details and every entry of the signature.
std::string score_json(const SignedScore& score, int width);

/// All metrics of one system: lines aligned at "=", or in JSON an object or a list of objects.
std::string format_scores(std::span<const SignedScore> scores, const ScoreFormat& format);

/// A system's name and its scores, one for each metric.
struct SystemScores {
  std::string system;
  std::vector<SignedScore> scores;  ///< the same metrics in the same order for every system
};

/// Several systems: a table with the signatures under it, or in JSON a list of objects.
std::string format_systems(std::span<const SystemScores> systems, const ScoreFormat& format);

enum class PairedTest { bootstrap, randomization };

/// A paired test with one metric.
struct PairedScores {
  std::string metric;
  Signature signature;
  std::vector<PairedResult> results;  ///< results by system, the baseline first
};

/// A paired test with `times` trials or resamples: a table, an explanation and the signatures, or
/// in JSON a list of objects, whose scores keep all their digits.
std::string format_paired_test(PairedTest test, std::size_t times,
                               std::span<const std::string> systems,
                               std::span<const PairedScores> metrics, const ScoreFormat& format);

/// A table in box-drawing characters: the first column right-aligned, the others centered. A cell
/// may have several lines.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> titles);

  /// Adds a row, which has one cell per title.
  void add(const std::vector<std::string>& row);

  std::string text() const;

 private:
  using Lines = std::vector<std::string>;

  std::string rule(std::string_view left, std::string_view bar, std::string_view middle,
                   std::string_view right) const;
  std::string line(const std::vector<Lines>& cells, std::size_t number) const;

  std::vector<std::size_t> widths_;       ///< widths of columns, in characters
  std::vector<std::vector<Lines>> rows_;  ///< the titles first
};

}  // namespace regard::metrics
