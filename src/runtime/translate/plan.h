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

/// How to translate some lines.
struct TranslationRequest {
  config::SearchOptions search = {};
  int64_t n_best = 1;  ///< candidates per line, at most search.beam_size
  RequestOptions options = {};
};

/// Throws Error for a value that its option does not allow, and for options that exclude each
/// other.
void check(const TranslationRequest& request);

/// The id of search.tag; nothing if it is empty. Throws Error, naming the symbols that there are,
/// if the source's tokenizer lacks it.
std::optional<int64_t> tag_id(const std::string& tag, const text::Tokenizer& source);
/// Puts the tag, if there is one, before each source.
void put_first(std::optional<int64_t> tag, std::span<Tokens> sources);

/// What the tokens of each source are drawn with: a function of the seed, its line's number and its
/// part's.
std::vector<std::mt19937_64> random_numbers(const Sources& sources, const Draw& draw);

struct Prefix;

/// A checked request, in token ids: a searcher's instructions.
struct Plan {
  /// Throws Error as check() does, and if the target's vocabulary lacks a piece to suppress, or the
  /// source's a tag.
  /// `before_source` is called before each source; it may throw to end the work.
  Plan(
      const TranslationRequest& request, const Sources& sources,
      const text::TokenizerPair& tokenizers, const std::function<void()>& before_source = [] {});

  search::BeamSearchOptions beam;
  std::vector<search::Request> requests;       ///< one per source
  std::vector<std::vector<Literal>> literals;  ///< one list per source
  std::vector<bool> has_alternatives;          ///< whether a source has several translations
  std::vector<bool> has_cut_prefix;            ///< whether a prefix exceeds the maximum length
  const text::Glossary* glossary;              ///< null: none
  std::vector<std::vector<const text::Glossary::Term*>> terms;  ///< terms in each source, each once
  int64_t n_best;                                               ///< candidates per line
  int64_t alternatives;                                         ///< 0: none
  std::optional<Draw> draw;    ///< repeated in `beam` and `requests`
  std::optional<int64_t> tag;  ///< the symbol before each source
  double language_model_weight;
  int64_t batch_size;  ///< sources searched together

  /// The contents of a candidate.
  bool replace_unknown;
  bool pieces, attention, word_parts, token_scores;

  /// Maximum number of candidates per line.
  int64_t most_candidates() const { return alternatives > 0 ? alternatives : n_best; }

  /// Next tokens tried: two per alternative, since several may start the same text.
  int64_t tokens_of_alternatives() const { return 2 * alternatives; }

  /// Another seed for what is drawn.
  void seed(int64_t seed, const Sources& sources);

 private:
  void set_prefixes(const std::vector<std::string>& of_lines, const Sources& sources,
                    const text::TokenizerPair& tokenizers);
  void begin_with(const Prefix& prefix, size_t source, size_t source_tokens);
};

}  // namespace regard::translate
