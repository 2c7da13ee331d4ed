#pragma once
#include "regard/config/check.h"

namespace regard::config {

/// Probabilities of the faults that training sentences get, as people make them (text/noise.h).
struct NoiseOptions {
  double letter_case = 0.0;
  double end_mark = 0.0;
  double typo = 0.0;
  double spacing = 0.0;

  bool any() const { return letter_case > 0 || end_mark > 0 || typo > 0 || spacing > 0; }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = NoiseOptions;
    v.field("case", &O::letter_case, from_to_below(0.0, 1.0),
            "Probability that a pair is in capitals, both sides, or its source in lower case. A "
            "tokenizer trained here then also sees lines in capitals.");
    v.field("end_mark", &O::end_mark, from_to_below(0.0, 1.0),
            "Probability that both sides lose the mark that ends the sentence.");
    v.field("typo", &O::typo, from_to_below(0.0, 1.0),
            "Probability that a letter in the source is left out, doubled, replaced, or swapped "
            "with the next one.");
    v.field("spacing", &O::spacing, from_to_below(0.0, 1.0),
            "Probability that the source lacks a space, or has one before a mark.");
  }
};

}  // namespace regard::config
