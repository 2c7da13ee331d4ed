#pragma once
#include <cstdint>

#include "regard/config/search_options.h"
#include "regard/translate/wishes.h"

namespace regard::translate {

/// How to translate some lines.
struct TranslationRequest {
  config::SearchOptions search = {};
  int64_t n_best = 1;  ///< candidates per line, at most search.beam_size
  Wishes wishes = {};
};

/// Throws Error for a value that its option does not allow, and for wishes that exclude each other.
void check(const TranslationRequest& request);

}  // namespace regard::translate
