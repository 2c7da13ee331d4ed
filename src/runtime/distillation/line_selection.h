#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "corpus/cleaning.h"
#include "distillation/distil_options.h"
#include "metrics/metric.h"
#include "regard/translate/translation.h"

namespace regard::distillation {

/// What became of the translations of a text.
struct Tally {
  int64_t lines = 0;         ///< to translate
  int64_t translations = 0;  ///< of them
  int64_t empty = 0;         ///< of blank lines, and of lines without words, which stay as they are
  int64_t unfinished = 0;    ///< cut off at the maximum length
  int64_t repeating = 0;     ///< caught in a loop
  int64_t same = 0;          ///< another one of the line has the same text
  int64_t farther = 0;       ///< another one of the line is more similar to the reference
  int64_t unlikely = 0;      ///< of too low a probability
  int64_t kept = 0;

  Tally& operator+=(const Tally& other);
};

/// A number of a tally and its name in tables.
struct TallyColumn {
  int64_t Tally::*count;
  const char* name;
};

inline constexpr std::array kTallyColumns = {
    TallyColumn{&Tally::lines, "lines"},
    TallyColumn{&Tally::translations, "translations"},
    TallyColumn{&Tally::empty, "empty"},
    TallyColumn{&Tally::unfinished, "unfinished"},
    TallyColumn{&Tally::repeating, "repeating"},
    TallyColumn{&Tally::same, "the same"},
    TallyColumn{&Tally::farther, "less similar"},
    TallyColumn{&Tally::unlikely, "improbable"},
    TallyColumn{&Tally::kept, "kept"},
};

/// A pair to train on.
struct DistilledPair {
  std::string source, target;
  double score;  ///< mean log-probability of the target's tokens, end of sentence included

  /// "SOURCE<TAB>TARGET<TAB>SCORE", read back exactly.
  std::string line() const;
};

/// The pairs of a distilled text, line by line (DistilledPair::line).
DistilledPair pair_of_line(const std::string& line, const std::string& where);

/// Chooses among the translations of a line: by their faults, by the reference, by their
/// probability.
class LineSelection {
 public:
  explicit LineSelection(const DistilOptions& options);

  /// `source_tokens` are those of the line. Counts all but the line itself.
  std::vector<DistilledPair> operator()(const corpus::LinePair& line,
                                        std::span<const translate::Candidate> candidates,
                                        std::span<const int64_t> source_tokens, Tally& tally) const;

 private:
  void keep_the_most_similar(const std::string& reference, std::vector<DistilledPair>& pairs,
                             Tally& tally) const;

  std::unique_ptr<metrics::Metric> similarity_;  // null: all are taken
  double least_score_;
};

}  // namespace regard::distillation
