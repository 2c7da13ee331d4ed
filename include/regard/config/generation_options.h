#pragma once
#include <cstdint>

#include "regard/config/check.h"

namespace regard::config {

/// How a language model continues a text.
struct GenerationOptions {
  int64_t length = 100;
  double temperature = 1.0;
  int64_t top_k = 0;
  double top_p = 1.0;
  double epsilon = 0.0;
  int64_t samples = 1;
  int64_t seed = 1;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = GenerationOptions;
    v.field("length", &O::length, at_least<int64_t>(1),
            "Most tokens after the prefix; the end of a line ends a sample, too.");
    v.field("temperature", &O::temperature, at_least(0.0),
            "Tokens are drawn with probabilities proportional to exp(logit / temperature). 0 takes "
            "the most likely one.");
    v.field("top_k", &O::top_k, at_least<int64_t>(0),
            "Draw from this many of the most likely tokens only. 0: from all.");
    v.field(
        "top_p", &O::top_p, above_to(0.0, 1.0),
        "Draw from the fewest most likely tokens whose probabilities sum to this, of those that "
        "top_k leaves. 1: from all.");
    v.field("epsilon", &O::epsilon, from_to_below(0.0, 1.0),
            "Draw only tokens of at least this probability, or the most likely one (Hewitt et al., "
            "2022, arXiv:2210.15191). 0: all.");
    v.field("samples", &O::samples, at_least<int64_t>(1), "Continuations to write, one a line.");
    v.field("seed", &O::seed, at_least<int64_t>(0),
            "The same seed gives the same samples; sample n is the same whatever their number.");
  }
};

}  // namespace regard::config
