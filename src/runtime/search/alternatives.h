#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/beam_search_options.h"
#include "search/hypothesis.h"
#include "search/request.h"

namespace regard::search {

/// Searches one sentence several times: the n best by each request.
using SearchOfSentence = std::function<std::vector<std::vector<Hypothesis>>(
    const BeamSearchOptions& options, std::span<const Request> requests)>;

/// Alternative continuations of the request's prefix: for each of the `count` most likely next
/// tokens, the most likely first, the best translation that starts with prefix and token.
std::vector<Hypothesis> alternatives(const SearchOfSentence& search,
                                     const BeamSearchOptions& options, const Request& request,
                                     int64_t count);

}  // namespace regard::search
