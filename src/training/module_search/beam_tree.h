#pragma once
#include <cstdint>
#include <vector>

#include "module_search/beam_search.h"

namespace regard::search {

/// A hypothesis that search kept at one step.
struct BeamNode {
  std::vector<int64_t> tokens;
  size_t parent = 0;         ///< its place among the nodes of the step before
  double probability = 0.0;  ///< of its last token, after what stands before it
  bool finished = false;
};

/// The course of a search for one sentence: for each step, the hypotheses that were kept, best
/// first, then those of its answer that ended there.
struct BeamTree {
  std::vector<std::vector<BeamNode>> steps;
  std::vector<Hypothesis> n_best;
};

/// Runs beam search for one sentence and records it.
BeamTree beam_tree(const StepFunction& step, int64_t max_length, const BeamSearchOptions& options);

}  // namespace regard::search
