#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "text/tokenizer_pair.h"
#include "translate/selection.h"
#include "translate/term_replacement.h"

namespace regard::translate {

/// Asks the model which words of hypotheses depend on terms: those whose probability falls if the
/// source lacks a term.
class TermProbes {
 public:
  /// Places of terms tried in the hypotheses of a source: a line of terms must not take forever.
  static constexpr size_t kMost = 32;

  /// All must outlive it.
  TermProbes(const Search& search, const text::TokenizerPair& tokenizers, const Sources& sources,
             const Selector& selector)
      : search_(search), tokenizers_(tokenizers), sources_(sources), selector_(selector) {}

  /// Hypotheses with these tokens, of these sources.
  std::vector<search::Hypothesis> forced(Selection selected, std::span<const Tokens> tokens) const;

  /// For each hypothesis of each of these sources, its words for each place of a term in the
  /// source; both lists are by source.
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
