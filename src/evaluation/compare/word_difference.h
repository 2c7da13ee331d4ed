#pragma once
#include <array>
#include <string>
#include <vector>

#include "compare/words.h"

namespace regard::compare {

/// A run of words of one kind in the difference between two texts.
struct DifferencePart {
  enum class Kind {
    same,     ///< in both
    removed,  ///< only in the first text
    added,    ///< only in the second text
  };
  friend constexpr auto names_of(Kind) { return std::array{"same", "removed", "added"}; }

  Kind kind = Kind::same;
  std::string text = {};
};

/// From `before` to `after`, with as many common words as possible (the longest common
/// subsequence). The parts `same` and `added`, concatenated, are `after` including its white space;
/// `removed` comes before what was added in its place.
std::vector<DifferencePart> word_difference(const SplitLine& before, const SplitLine& after);

}  // namespace regard::compare
