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

/// A translation with terms, and the hypothesis from which it has the rest.
struct CarriedDraft {
  TermDraft draft;
  search::Hypothesis carrier;
};

/// Puts terms into translations as they are without a glossary. The model translates the source
/// with a common noun of the term's gender in the term's place ("My car was stolen" for "My bike
/// was stolen"), and the term takes the place of that noun. It counts if the rest is the free
/// translation's, apart from words that agree with the noun: the model has told which of them do.
class TermCarriers {
 public:
  /// All must outlive it.
  TermCarriers(const Search& search, const text::TokenizerPair& tokenizers, const Sources& sources,
               const Selector& selector)
      : search_(search), tokenizers_(tokenizers), sources_(sources), selector_(selector) {}

  /// The draft of most nouns for each of these sources; nothing if there is none. `free` are their
  /// free translations, and `terms` the terms that these lack.
  std::vector<std::optional<CarriedDraft>> drafts(
      std::span<const size_t> numbers, const std::vector<std::string>& free,
      const std::vector<std::vector<TermInSource>>& terms) const;

 private:
  const Search& search_;
  const text::TokenizerPair& tokenizers_;
  const Sources& sources_;
  const Selector& selector_;
};

/// Which tokens of a hypothesis get log-probabilities of another one.
enum class Lent {
  shared,   ///< those that both have, in order
  in_place  ///< those in place of others, too
};

/// Gives tokens of a hypothesis the log-probabilities that those of another one have: words around
/// a term are as likely as they are around a noun that the model knows.
void lend_log_probs(const search::Hypothesis& from, Lent which, search::Hypothesis& to);

}  // namespace regard::translate
