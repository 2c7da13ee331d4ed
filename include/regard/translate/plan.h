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

/// A request, checked, in the numbers of a model's tokenizers: what a searcher is told.
struct Plan {
  /// Throws Error as check() does, where the target's vocabulary lacks a piece that is to be
  /// suppressed, and where beam and groups do not fit.
  Plan(const TranslationRequest& request, const Sources& sources,
       const text::TokenizerPair& tokenizers);

  search::BeamSearchOptions beam;
  std::vector<search::Request> requests;  ///< of each source
  bool constrained;                       ///< some of them have a prefix or phrases
  int64_t alternatives;                   ///< 0: none
  std::optional<Draw> draw;
  double language_model_weight;
  int64_t batch_size;  ///< sources searched together

  /// What is made of the hypotheses.
  bool replace_unknown;
  bool pieces, attention;

  /// Candidates of each line.
  int64_t most_candidates() const { return alternatives > 0 ? alternatives : beam.n_best; }
};

}  // namespace regard::translate
