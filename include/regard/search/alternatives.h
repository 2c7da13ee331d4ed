#pragma once
#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "regard/search/beam_search.h"

namespace regard::search {

/// Alternative continuations of `prefix`: for each of the `count` most likely next tokens, the most
/// likely first, the best translation that starts with prefix and token. `source` (1, source),
/// int64, is one sentence.
std::vector<Hypothesis> alternatives(const Decoders& decoders, const torch::Tensor& source,
                                     const BeamSearchOptions& options, const Request& request,
                                     int64_t count);

}  // namespace regard::search
