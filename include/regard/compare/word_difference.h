#pragma once
#include <string>
#include <vector>

#include "regard/compare/split_text.h"

namespace regard::compare {

/// A run of words of the same kind in the way from one text to another.
struct DifferencePart {
  enum class Kind {
    same,     ///< in both
    removed,  ///< only in the first text
    added,    ///< only in the second text
  };

  Kind kind = Kind::same;
  std::string text = {};
};

/// From `before` to `after`, over words (words.h), with as many equal words as can be (the longest
/// common subsequence). The parts `same` and `added` one behind another are `after`, white space
/// included; `removed` stands before what was added in its place, with the words as in `before`.
std::vector<DifferencePart> word_difference(const SplitLine& before, const SplitLine& after);

/// "same", "removed", "added".
const char* name_of(DifferencePart::Kind kind);

}  // namespace regard::compare
