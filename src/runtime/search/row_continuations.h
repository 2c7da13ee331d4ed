#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "search/beam_search_options.h"
#include "search/grouped_search.h"
#include "search/sentence_search.h"

namespace regard::search {

/// Whether the next step of `search` needs the log-probability of every token, and not just the
/// best ones: because of rules, a prefix, phrases, or because tokens are drawn.
bool needs_whole_rows(const SentenceSearch& search, const BeamSearchOptions& options);

/// What may follow a hypothesis, from the log-probabilities (vocab) of all tokens, which it
/// changes: what the options and the request forbid becomes -infinity. The best `wanted`, best
/// first, and those that the search needs beside them; or the one that is drawn. Throws Error for a
/// log-probability that is not a number.
std::vector<Continuation> continuations_of(std::span<float> log_probs,
                                           const GroupedSearch::Row& row,
                                           const BeamSearchOptions& options, int64_t wanted);

}  // namespace regard::search
