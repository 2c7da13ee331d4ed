#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/text/glossary.h"
#include "search/request.h"
#include "text/tokenizer_pair.h"
#include "translate/plan.h"
#include "translate/searcher.h"
#include "translate/sources.h"

namespace regard::translate {

/// An occurrence of a glossary term in a source: its pieces, from `begin` to before `end`.
struct TermInSource {
  const text::Glossary::Term* term;
  size_t begin, end;
};

std::vector<TermInSource> terms_in_source(const std::string& source, const text::Glossary& glossary,
                                          const text::TokenizerPair& tokenizers);

/// The dependence of each word of a translation on a term in its source.
class WordsOfTerm {
 public:
  /// `loss`: for each token of the hypothesis, how much its log-probability drops if the source
  /// lacks the term. The hypothesis may have attention.
  WordsOfTerm(const search::Hypothesis& hypothesis, const text::TokenizerPair& tokenizers,
              const TermInSource& place, std::span<const double> loss);

  struct Words {
    size_t begin, end;  ///< byte range in the text
  };
  /// The words that translate the term and do not overlap `taken`; empty if none depend on it.
  std::optional<Words> best(std::span<const Words> taken) const;
  /// Alternatives to the best words as the term's translation: fewer words, or more words after a
  /// preposition, as in "mot de passe".
  std::vector<Words> others(const Words& best) const;
  /// Whether the term is translated a second time, outside the glossary's translation.
  bool is_translated_beside_its_translation() const;

  /// The text of the hypothesis; empty if its pieces cannot be located in it.
  const std::string& text() const { return text_; }

 private:
  struct Word {
    Words bytes;
    size_t letters;
    bool is_function_word;  ///< whether the word is one of the longer function words
    bool is_article;        ///< an article, a preposition or another function word
    double loss, attention;

    double weight() const;
  };

  /// Extends words by the term's adjacent marks: all of a copied "C++", not only its letter.
  Words with_marks(Words words) const;

  const text::Glossary::Term* term_;
  std::string text_;
  std::vector<Word> words_;
};

/// Glossary terms are placed in two ways. Constrained search chooses the words around a term but
/// drifts from the sentence if the model does not know the term. Replacement puts a term in place
/// of the words of the free translation that attend to it and leaves the rest unchanged. The most
/// likely complete translation wins.

using Search = std::function<std::vector<Hypotheses>(const Sources&, const Plan&)>;

/// For each source whose hypotheses lack its terms, replaces them with hypotheses that contain the
/// terms, if there are any. Adds the texts of terms outside the vocabulary to the plan.
void place_terms(const Search& search, const text::TokenizerPair& tokenizers,
                 const Sources& sources, Plan& plan, std::vector<Hypotheses>& found);

}  // namespace regard::translate
