#pragma once
#include <cstdint>

#include "engine/forbidden_tokens.h"
#include "search/beam_search_options.h"
#include "search/grouped_search.h"

namespace regard::engine {

/// What the search of a sentence goes by. The sentences of a call share theirs; those translated
/// together may have different ones.
struct SearchRules {
  explicit SearchRules(const search::BeamSearchOptions& chosen)
      : options(chosen),
        forbidden(chosen),
        wanted(search::GroupedSearch::continuations_wanted(chosen)) {}

  search::BeamSearchOptions options;
  ForbiddenTokens forbidden;
  int64_t wanted;  ///< continuations of each hypothesis
};

}  // namespace regard::engine
