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

/// A place of a glossary's term in a source: its pieces, from `begin` to `end`.
struct TermInSource {
  const text::Glossary::Term* term;
  size_t begin, end;
};

std::vector<TermInSource> terms_in_source(const std::string& source, const text::Glossary& glossary,
                                          const text::TokenizerPair& tokenizers);

/// How far each word of a translation depends on a term in its source.
class WordsOfTerm {
 public:
  /// `loss`: of each token of the hypothesis, how much its log-probability falls if the source
  /// lacks the term. The hypothesis may have attention.
  WordsOfTerm(const search::Hypothesis& hypothesis, const text::TokenizerPair& tokenizers,
              const TermInSource& place, std::span<const double> loss);

  struct Words {
    size_t begin, end;  ///< bytes of the text
  };
  /// The words that translate the term, none of which overlaps any of `taken`. Nothing if none
  /// depends on it.
  std::optional<Words> best(std::span<const Words> taken) const;
  /// Other words that may translate it in place of the best: fewer of them, or also those behind a
  /// preposition, as of "mot de passe".
  std::vector<Words> others(const Words& best) const;
  /// Whether a word outside of the term's own translation translates it, too.
  bool is_translated_beside_its_translation() const;

  /// The text of the hypothesis; empty if its pieces do not show their places in it.
  const std::string& text() const { return text_; }

 private:
  struct Word {
    Words bytes;
    size_t letters;
    bool is_function_word;  ///< of those that are long for one
    bool is_article;        ///< an article, a preposition or any other function word
    double loss, attention;

    double weight() const;
  };

  /// Words with the marks of the term beside them: all of "C++" where it is copied, not its letter.
  Words with_marks(Words words) const;

  const text::Glossary::Term* term_;
  std::string text_;
  std::vector<Word> words_;
};

/// The terms of a glossary get into translations in two ways. Constrained search chooses the words
/// around a term, but leaves the sentence where the model does not know the term. In the other,
/// a term replaces the words of the free translation that attend to it, and the rest stays. Of the
/// translations that are whole, the likeliest is taken.

using Search = std::function<std::vector<Hypotheses>(const Sources&, const Plan&)>;

/// Gives the hypotheses of each source that lack its terms others that have them, if there are any.
/// The plan gets the texts of terms that the vocabulary cannot write.
void place_terms(const Search& search, const text::TokenizerPair& tokenizers,
                 const Sources& sources, Plan& plan, std::vector<Hypotheses>& found);

}  // namespace regard::translate
