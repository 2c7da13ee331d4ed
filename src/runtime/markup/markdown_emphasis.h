#pragma once
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "markup/text_atoms.h"

namespace regard::serve {

/// A run of *, _ or ~ that may open or close emphasis (CommonMark 0.31, 6.2).
struct DelimiterRun {
  char mark;
  PlaceRange place;
  bool opens, closes;
};

/// The delimiter run that begins at `at`.
DelimiterRun delimiter_run(std::string_view text, size_t at);

/// A position that emphasis cannot span: both ends of a link, and table bars.
struct EmphasisLimit {
  enum class Kind { begins, ends, parts };

  size_t at;
  Kind kind;
};

/// Pairs of emphasis delimiters. `runs` and `limits` must be in order.
std::vector<std::pair<PlaceRange, PlaceRange>> emphasis_pairs(
    const std::vector<DelimiterRun>& runs, const std::vector<EmphasisLimit>& limits);

}  // namespace regard::serve
