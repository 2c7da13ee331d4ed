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

/// The run that begins at `at`.
DelimiterRun delimiter_run(std::string_view text, size_t at);

/// Where emphasis can neither begin before and end behind: both ends of a link, bars of a table.
struct EmphasisLimit {
  enum class Kind { begins, ends, parts };

  size_t at;
  Kind kind;
};

/// The marks of emphasis in pairs. `runs` and `limits` are in order.
std::vector<std::pair<PlaceRange, PlaceRange>> emphasis_pairs(
    const std::vector<DelimiterRun>& runs, const std::vector<EmphasisLimit>& limits);

}  // namespace regard::serve
