#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "regard/search/beam_search_options.h"
#include "regard/search/request.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/draw.h"
#include "regard/translate/sources.h"
#include "regard/translate/translation_request.h"

namespace regard::translate {

/// A checked request, in token ids: a searcher's instructions.
struct Plan {
  /// Throws Error as check() does, and if the target's vocabulary lacks a piece to suppress.
  Plan(const TranslationRequest& request, const Sources& sources,
       const text::TokenizerPair& tokenizers);

  search::BeamSearchOptions beam;
  std::vector<search::Request> requests;  ///< one per source
  bool constrained;                       ///< some have a prefix or phrases
  int64_t alternatives;                   ///< 0: none
  std::optional<Draw> draw;
  double language_model_weight;
  int64_t batch_size;  ///< sources searched together

  /// What a candidate contains.
  bool replace_unknown;
  bool pieces, attention;

  /// Maximum number of candidates per line.
  int64_t most_candidates() const { return alternatives > 0 ? alternatives : beam.n_best; }
};

}  // namespace regard::translate
