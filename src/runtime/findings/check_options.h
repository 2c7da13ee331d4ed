#pragma once
#include <cstdint>
#include <string>

#include "regard/config/check.h"

namespace regard::findings {

/// Limits of the checks. The limits related to training match `regard train --data`, whose pairs
/// have at most 128 tokens per side (data.max_length).
struct CheckOptions {
  int64_t max_words = 127;
  double max_ratio = 3.0;
  std::string from_language;
  std::string to_language;
  double misaligned = 0.9;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = CheckOptions;
    v.field("max_words", &O::max_words, config::count_of(1),
            "Maximum number of words per side. The maximum number of characters is 16 times as "
            "large.");
    v.field("max_ratio", &O::max_ratio, config::at_least(1.0),
            "Largest ratio of the sides' lengths in characters. Differences of fewer than 30 "
            "characters do not count.");
    v.field("from_language", &O::from_language, {"", {}, "CODE"},
            "Language of the sources, such as en. Default: detected.");
    v.field("to_language", &O::to_language, {"", {}, "CODE"},
            "Language of the targets, such as fr. Default: detected.");
    v.field("misaligned", &O::misaligned, config::from_to_below(0.0, 1.0),
            "Share of misaligned pairs to find. A larger share also flags more good pairs. Below "
            "5,000 pairs the share shrinks in proportion, and below 500 it is 0. 0 skips the "
            "search, which is faster.");
  }
};

}  // namespace regard::findings
