#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "regard/config/search_options.h"
#include "regard/text/glossary.h"
#include "regard/translate/translator_options.h"
#include "search/beam_search_options.h"
#include "search/request.h"
#include "text/tokenizer_pair.h"
#include "translate/literal.h"
#include "translate/sources.h"

namespace regard::translate {

/// The options for translating some lines.
struct TranslationRequest {
  config::SearchOptions search = {};
  int64_t n_best = 1;  ///< candidates per line, at most search.beam_size
  RequestOptions options = {};
};

/// Throws Error for an option value that is not allowed, or for options that cannot be combined.
void check(const TranslationRequest& request);

/// The id of search.tag; empty if there is no tag. Throws Error listing the available symbols if
/// the source's tokenizer lacks it.
std::optional<int64_t> tag_id(const std::string& tag, const text::Tokenizer& source);
/// Prepends the tag, if any, to each source.
void put_first(std::optional<int64_t> tag, std::span<Tokens> sources);

/// Random generators for sampling, one per source. Each depends only on the seed, the line number
/// and the part number.
std::vector<std::mt19937_64> random_numbers(const Sources& sources, const Draw& draw);

struct Prefix;

/// A validated request in terms of token ids: the searcher's instructions.
struct Plan {
  /// Throws the same errors as check(). Also throws Error if the target vocabulary lacks a piece to
  /// suppress, or the source vocabulary lacks a tag. `before_source` is called before each source;
  /// it may throw to cancel the work.
  Plan(
      const TranslationRequest& request, const Sources& sources,
      const text::TokenizerPair& tokenizers, const std::function<void()>& before_source = [] {});

  search::BeamSearchOptions beam;
  std::vector<search::Request> requests;       ///< one request per source
  std::vector<std::vector<Literal>> literals;  ///< one list of literals per source
  std::vector<bool> has_alternatives;          ///< whether a source has several translations
  std::vector<bool> has_cut_prefix;            ///< whether a prefix exceeds the maximum length
  const text::Glossary* glossary;              ///< null if there is none
  std::vector<std::vector<const text::Glossary::Term*>>
      terms;                   ///< terms in each source, one per occurrence
  int64_t n_best;              ///< candidates per line
  int64_t alternatives;        ///< 0: none
  std::optional<Draw> draw;    ///< sampling settings; `beam` and `requests` have copies
  std::optional<int64_t> tag;  ///< the symbol prepended to each source
  double language_model_weight;
  int64_t batch_size;  ///< sources searched together

  /// Properties to include in each candidate.
  bool replace_unknown;
  bool pieces, attention, word_parts, token_scores;

  /// Maximum number of candidates per line.
  int64_t most_candidates() const { return alternatives > 0 ? alternatives : n_best; }

  /// Number of next tokens to try: two per alternative, since several may lead to the same text.
  int64_t tokens_of_alternatives() const { return 2 * alternatives; }

  /// Changes the sampling seed.
  void seed(int64_t seed, const Sources& sources);

 private:
  void set_prefixes(const std::vector<std::string>& of_lines, const Sources& sources,
                    const text::TokenizerPair& tokenizers);
  void begin_with(const Prefix& prefix, size_t source, size_t source_tokens);
};

}  // namespace regard::translate
