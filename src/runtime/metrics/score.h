#pragma once
#include <span>
#include <string>
#include <vector>

namespace regard::metrics {

/// One metric's score of a text.
struct Score {
  std::string name;     ///< "BLEU", "chrF2++"
  double value;         ///< 0 to 100
  std::string details;  ///< what follows the value in a score line; may be empty
};

/// A 95 % interval of a score.
struct Interval {
  double mean;
  double half_width;
};

struct Range {
  double low;
  double high;
};

/// A system's output, one line per segment.
using Segments = std::span<const std::string>;

/// The references: one text or several, each with as many lines as the system's output.
using References = std::span<const std::vector<std::string>>;

/// Throws Error unless there are references and each has as many lines as there are hypotheses.
void check_same_length(Segments hypotheses, References references);

}  // namespace regard::metrics
