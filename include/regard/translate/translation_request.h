#pragma once
#include <cstdint>

#include "regard/config/search_options.h"
#include "regard/translate/wishes.h"

namespace regard::translate {

/// All that is asked of the translations of some lines.
struct TranslationRequest {
  config::SearchOptions search = {};
  int64_t n_best = 1;  ///< candidates for each line, at most search.beam_size of them
  Wishes wishes = {};
};

/// Throws Error for what no search can do: a value that the description of its option does not
/// allow, and wishes that exclude each other.
void check(const TranslationRequest& request);

}  // namespace regard::translate
