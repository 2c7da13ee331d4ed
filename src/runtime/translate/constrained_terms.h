#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "text/tokenizer_pair.h"
#include "translate/selection.h"
#include "translate/term_replacement.h"

namespace regard::translate {

/// The inputs of a search with the terms of a plan.
struct ConstrainedSearch {
  const Search& search;
  const text::TokenizerPair& tokenizers;
  const Selector& selector;
  const Plan& plan;
};

/// Hypotheses that contain the plan's terms, by source number. Empty for sources with terms outside
/// the vocabulary, and for all sources if the plan asks for alternatives.
std::vector<Hypotheses> constrained_search(const ConstrainedSearch& with,
                                           std::span<const size_t> sources);

}  // namespace regard::translate
