#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "text/tokenizer_pair.h"
#include "translate/selection.h"
#include "translate/term_replacement.h"
#include "translate/terms_met.h"

namespace regard::translate {

/// A translation with terms, and the carrier hypothesis that the rest of its text comes from.
struct CarriedDraft {
  TermDraft draft;
  search::Hypothesis carrier;
};

/// Puts terms into translations that otherwise equal those without a glossary. The model translates
/// the source with a common noun of the term's gender in place of the term ("My car was stolen" for
/// "My bike was stolen"), and the term then replaces that noun. The draft counts if the rest equals
/// the free translation except for words that agree with the noun: the model's translation shows
/// which words these are.
class TermCarriers {
 public:
  /// All arguments must outlive this object.
  TermCarriers(const Search& search, const text::TokenizerPair& tokenizers, const Sources& sources,
               const Selector& selector)
      : search_(search), tokenizers_(tokenizers), sources_(sources), selector_(selector) {}

  /// For each of the given sources, the draft produced by the most nouns; empty if there is none.
  /// `free` are the free translations, and `terms` the terms that these lack.
  std::vector<std::optional<CarriedDraft>> drafts(
      std::span<const size_t> numbers, const std::vector<std::string>& free,
      const std::vector<std::vector<TermInSource>>& terms) const;

 private:
  const Search& search_;
  const text::TokenizerPair& tokenizers_;
  const Sources& sources_;
  const Selector& selector_;
};

/// Which tokens of a hypothesis receive log-probabilities from another hypothesis.
enum class Lent {
  shared,   ///< tokens common to both, in order
  in_place  ///< also tokens that take the place of others
};

/// Copies log-probabilities from one hypothesis to tokens of another: words are as likely around a
/// term as around a noun that the model knows.
void lend_log_probs(const search::Hypothesis& from, Lent which, search::Hypothesis& to);

}  // namespace regard::translate
