#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "text/tokenizer_pair.h"
#include "translate/selection.h"
#include "translate/term_replacement.h"

namespace regard::translate {

/// What a search with the terms of a plan needs.
struct ConstrainedSearch {
  const Search& search;
  const text::TokenizerPair& tokenizers;
  const Selector& selector;
  const Plan& plan;
};

/// Hypotheses of some sources with the terms of the plan, by number of the source. None of sources
/// whose terms the vocabulary cannot write, and none if the plan asks for alternatives.
std::vector<Hypotheses> constrained_search(const ConstrainedSearch& with,
                                           std::span<const size_t> sources);

}  // namespace regard::translate
