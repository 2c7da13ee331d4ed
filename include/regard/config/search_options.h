#pragma once
#include <cstdint>

#include "regard/config/check.h"

namespace regard::config {

/// Beam search. The score of a hypothesis is log P / length^length_penalty, length with the end of
/// sentence (d2l 10.8, `eq_beam-search-score`).
struct SearchOptions {
  int64_t beam_size = 5;
  double length_penalty = 1.0;
  double max_length_ratio = 2.0;
  int64_t max_length_extra = 10;
  int64_t batch_size = 32;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = SearchOptions;
    v.field("beam_size", &O::beam_size, at_least<int64_t>(1),
            "Hypotheses kept per sentence. 1 is greedy search.");
    v.field("length_penalty", &O::length_penalty, at_least(0.0),
            "alpha in log P / length^alpha. 0 is no penalty.");
    v.field(
        "max_length_ratio", &O::max_length_ratio, more_than(0.0),
        "A translation has at most max_length_ratio * source tokens + max_length_extra tokens.");
    v.field("max_length_extra", &O::max_length_extra, at_least<int64_t>(0),
            "See max_length_ratio.");
    v.field("batch_size", &O::batch_size, at_least<int64_t>(1),
            "Sentences translated together; changes speed, never a translation.");
  }
};

}  // namespace regard::config
