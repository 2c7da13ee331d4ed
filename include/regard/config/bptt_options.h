#pragma once
#include <cstdint>
#include <string>

#include "regard/config/check.h"

namespace regard::config {

/// How a language model goes through its training text, and how far gradients flow back through
/// time (d2l 9.3 and 9.7).
struct BpttOptions {
  int64_t steps = 35;
  std::string partition = "sequential";
  bool carry_state = true;
  std::string mode = "full";
  int64_t every = 10;
  double keep = 0.9;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = BpttOptions;
    v.field(
        "steps", &O::steps, at_least<int64_t>(1),
        "Tokens of a segment. A batch is training.batch_tokens / steps segments side by side. A "
        "Transformer sees no more than a segment.");
    v.field("partition", &O::partition, one_of({"sequential", "random"}),
            "sequential: each row of a batch goes on where that row of the batch before ended. "
            "random: segments come in any order.");
    v.field("carry_state", &O::carry_state,
            "Recurrent models, sequential partition: a segment begins with the state that the one "
            "before ended with, through which no gradient flows. false begins with 0, as a random "
            "partition does.");
    v.field(
        "mode", &O::mode, one_of({"full", "truncated", "random"}),
        "How far gradients flow back in a segment: to its beginning; to the last multiple of "
        "`every` steps; or through each step with probability `keep`, then divided by it, which "
        "is right in expectation (Tallec and Ollivier, 2017). The others are for recurrent "
        "models.");
    v.field("every", &O::every, at_least<int64_t>(1), "See mode: truncated.");
    v.field("keep", &O::keep, above_to(0.0, 1.0), "See mode: random.");
  }
};

}  // namespace regard::config
