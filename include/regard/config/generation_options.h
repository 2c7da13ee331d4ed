#pragma once
#include <cstdint>
#include <limits>

#include "regard/config/check.h"

namespace regard::config {

/// Options for continuing a text with a language model.
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
    v.field("length", &O::length, count_of(1, limits::kPositions),
            "Maximum number of tokens after the prefix; the end of a line also ends a sample.");
    v.field("temperature", &O::temperature, at_least(0.0),
            "Draw tokens with probabilities proportional to exp(logit / temperature). 0: take the "
            "most likely token.");
    v.field("top_k", &O::top_k, count_of(0),
            "Draw only from the N most likely tokens. 0: from all.");
    v.field("top_p", &O::top_p, above_to(0.0, 1.0),
            "Draw only from the smallest set of most likely tokens, among those that top_k leaves, "
            "whose probabilities sum to at least this value. 1: from all.");
    v.field("epsilon", &O::epsilon, from_to_below(0.0, 1.0),
            "Draw only tokens of at least this probability; if no token reaches it, take the most "
            "likely one (Hewitt et al., 2022, arXiv:2210.15191). 0: from all.");
    v.field("samples", &O::samples, count_of(1, limits::kBeam),
            "Number of continuations to write, one per line.");
    v.field("seed", &O::seed, count_of(0, std::numeric_limits<int64_t>::max()),
            "Random seed. The same seed gives the same samples; sample n does not depend on the "
            "number of samples.");
  }
};

}  // namespace regard::config
