#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "regard/model/language_model.h"
#include "regard/search/sampling.h"

namespace regard::search {

struct GenerationOptions {
  int64_t length = 100;  ///< most tokens that follow the prefix
  SamplingOptions sampling = {};
  int64_t samples = 1;
  uint64_t seed = 1;
  std::vector<int64_t> never = {};  ///< tokens that are not generated
  std::optional<int64_t> end = {};  ///< the token that ends a sample, which is left out
  /// A model that is not recurrent sees at most this many tokens; when it has seen so many, it
  /// reads the last half of them anew. 0: all.
  int64_t window = 0;
};

/// What the model writes after `prefix`, at least one token, once for each sample; the prefix is
/// not repeated. Sample n depends on the seed and n, not on how many samples there are. The model
/// must be in eval mode.
std::vector<std::vector<int64_t>> generate(model::LanguageModel& model,
                                           std::span<const int64_t> prefix,
                                           const GenerationOptions& options);

}  // namespace regard::search
