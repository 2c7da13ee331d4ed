#pragma once
#include <array>
#include <cstdint>

#include "regard/config/check.h"

namespace regard::config {

/// The order of a text's segments.
enum class Partition { sequential, random };
constexpr auto names_of(Partition) { return std::array{"sequential", "random"}; }

/// How far gradients flow back in a segment.
enum class Truncation { full, truncated, random };
constexpr auto names_of(Truncation) { return std::array{"full", "truncated", "random"}; }

/// How a language model reads its training text, and how far gradients flow back through time (d2l
/// 9.3 and 9.7).
struct BpttOptions {
  int64_t steps = 35;
  Partition partition = Partition::sequential;
  bool carry_state = true;
  Truncation mode = Truncation::full;
  int64_t every = 10;
  double keep = 0.9;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = BpttOptions;
    v.field("steps", &O::steps, count_of(1),
            "Tokens in a segment. A batch holds training.batch_tokens / steps segments. A "
            "Transformer sees only the current segment.");
    v.field("partition", &O::partition,
            "sequential: each row of a batch continues the same row of the previous batch. random: "
            "segments come in random order.");
    v.field("carry_state", &O::carry_state,
            "Recurrent models, sequential partition: a segment starts from the final state of the "
            "previous one, without its gradient. false starts from 0, as a random partition always "
            "does.");
    v.field("mode", &O::mode,
            "How far gradients flow back in a segment: to its beginning (full); to the last "
            "multiple of `every` steps (truncated); or through each step with probability `keep` "
            "and divided by it, which is unbiased (random; Tallec and Ollivier, 2017). truncated "
            "and random are for recurrent models.");
    v.field("every", &O::every, count_of(1), "See mode: truncated.");
    v.field("keep", &O::keep, above_to(0.0, 1.0), "See mode: random.");
  }
};

}  // namespace regard::config
