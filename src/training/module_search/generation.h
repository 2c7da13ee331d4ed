#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/language_model.h"
#include "search/beam_search_options.h"

namespace regard::search {

struct GenerationOptions {
  int64_t length = 100;  ///< maximum number of tokens after the prefix
  SamplingOptions sampling = {};
  int64_t samples = 1;
  uint64_t seed = 1;
  std::vector<int64_t> never = {};  ///< tokens that are not generated
  std::optional<int64_t> end = {};  ///< the token that ends a sample; not part of it
  /// A model that is not recurrent sees at most this many tokens; at the limit it reads the last
  /// half of them again. 0: no limit.
  int64_t window = 0;
};

/// Samples continuations of `prefix` (at least one token), returned without it. Sample n depends
/// only on the seed and n. The model must be in eval mode.
std::vector<std::vector<int64_t>> generate(model::LanguageModel& model,
                                           std::span<const int64_t> prefix,
                                           const GenerationOptions& options);

}  // namespace regard::search
