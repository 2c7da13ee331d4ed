#pragma once
#include <cstdint>
#include <string>

#include "regard/config/check.h"

namespace regard::findings {

/// Limits of the checks. Those related to training match `regard train --data`, whose pairs have at
/// most 128 tokens per side (data.max_length).
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
            "Longest side in words; 16 times that in characters.");
    v.field("max_ratio", &O::max_ratio, config::at_least(1.0),
            "Largest ratio of the sides' lengths in characters. Differences of fewer than 30 "
            "characters do not count.");
    v.field("from_language", &O::from_language, {"", {}, "CODE"},
            "Language of the sources, such as en. Default: detected.");
    v.field("to_language", &O::to_language, {"", {}, "CODE"},
            "Language of the targets, such as fr. Default: detected.");
    v.field("misaligned", &O::misaligned, config::from_to_below(0.0, 1.0),
            "Share of misaligned pairs to find. With a larger share, more good pairs are taken for "
            "misaligned, too. Below 5,000 pairs, from which little can be learned, the share is "
            "smaller in proportion, and below 500 it is 0. 0 does not look for them, which is "
            "faster.");
  }
};

}  // namespace regard::findings
