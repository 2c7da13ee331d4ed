#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "text/tokenizer_pair.h"
#include "translate/selection.h"
#include "translate/term_replacement.h"

namespace regard::translate {

/// Determines with the model which words of a hypothesis depend on a term: those whose probability
/// drops if the source lacks the term.
class TermProbes {
 public:
  /// Maximum number of term occurrences tried in the hypotheses of a source; bounds the time for a
  /// line full of terms.
  static constexpr size_t kMost = 32;

  /// All arguments must outlive this object.
  TermProbes(const Search& search, const text::TokenizerPair& tokenizers, const Sources& sources,
             const Selector& selector)
      : search_(search), tokenizers_(tokenizers), sources_(sources), selector_(selector) {}

  /// Hypotheses of the selected sources, forced to the given tokens.
  std::vector<search::Hypothesis> forced(Selection selected, std::span<const Tokens> tokens) const;

  /// For each hypothesis of the given sources, a WordsOfTerm for each occurrence of a term in the
  /// source. Input and output are indexed by source.
  std::vector<std::vector<std::vector<WordsOfTerm>>> words(
      const std::vector<Hypotheses>& of_sources, const std::vector<size_t>& sources,
      const std::vector<std::vector<TermInSource>>& terms) const;

 private:
  const Search& search_;
  const text::TokenizerPair& tokenizers_;
  const Sources& sources_;
  const Selector& selector_;
};

}  // namespace regard::translate
