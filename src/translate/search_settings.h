#pragma once
#include "regard/config/search_options.h"
#include "regard/search/beam_search_options.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::translate {

/// What a config says of search, by the ids of a model's tokenizers. Throws Error where the
/// target's vocabulary lacks a piece that is to be suppressed, and where beam and groups do not
/// fit.
search::BeamSearchOptions beam_search_options(const config::SearchOptions& options,
                                              const text::TokenizerPair& tokenizers,
                                              int64_t n_best);

/// The least length of a translation of so many source tokens, eos included.
int64_t least_length(const config::SearchOptions& options, size_t source_tokens);

}  // namespace regard::translate
