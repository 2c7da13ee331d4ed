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

/// The numbers of a text's translations that were kept or dropped, by reason.
struct Tally {
  int64_t lines = 0;         ///< lines to translate
  int64_t translations = 0;  ///< translations of the lines
  int64_t empty = 0;         ///< blank, or from lines without words
  int64_t unfinished = 0;    ///< truncated at the maximum length
  int64_t repeating = 0;     ///< repetition loops
  int64_t same = 0;          ///< duplicates of another translation of the line
  int64_t farther = 0;       ///< another translation of the line is closer to the reference
  int64_t unlikely = 0;      ///< probability too low
  int64_t kept = 0;

  Tally& operator+=(const Tally& other);
};

/// A count of a tally and its name in tables.
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
  double score;  ///< mean log-probability of the target's tokens, including EOS

  /// The line "SOURCE<TAB>TARGET<TAB>SCORE", which can be read back exactly.
  std::string line() const;
};

/// Parses a line of a distilled text (DistilledPair::line).
DistilledPair pair_of_line(const std::string& line, const std::string& where);

/// Selects a line's translations based on their faults, the reference and their probability.
class LineSelection {
 public:
  explicit LineSelection(const DistilOptions& options);

  /// Selects pairs of a line with `source_tokens` tokens. Updates all of the tally except `lines`.
  std::vector<DistilledPair> operator()(const corpus::LinePair& line,
                                        std::span<const translate::Candidate> candidates,
                                        std::span<const int64_t> source_tokens, Tally& tally) const;

 private:
  void keep_the_most_similar(const std::string& reference, std::vector<DistilledPair>& pairs,
                             Tally& tally) const;

  std::unique_ptr<metrics::Metric> similarity_;  // null: keep all
  double least_score_;
};

}  // namespace regard::distillation
