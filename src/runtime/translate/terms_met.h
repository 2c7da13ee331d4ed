#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regard/text/glossary.h"
#include "regard/translate/translation.h"
#include "text/tokenizer_pair.h"
#include "translate/term_replacement.h"

namespace regard::translate {

/// Words of a text that a term replaces.
struct TermPlace {
  WordsOfTerm::Words words;
  const text::Glossary::Term* term;
};

/// A translation with terms in place of words.
struct TermDraft {
  std::string text;
  std::vector<std::string> replaced = {};
  bool is_whole = true;  ///< a whole sentence (translate_lines.h)
  size_t end = 0;        ///< behind the last term
  /// The rest is that of the text, but for words that agree with the terms.
  bool is_the_rest = false;
};

/// Whether words of a text are of another gender than their term, as far as one knows: then words
/// that agree with them have to change.
bool changes_gender(const std::string& text, const TermPlace& place,
                    std::string_view source_language);

/// The drafts of a text, which differ in the articles before terms (term_articles.h). What stands
/// before byte `begin` stays.
std::vector<TermDraft> term_drafts(const std::string& text, std::vector<TermPlace> places,
                                   size_t begin, std::string_view source_language);

/// The likeliest draft that is a whole sentence; nothing without any.
std::optional<size_t> best_draft(const std::vector<TermDraft>& drafts, const Hypotheses& drafted);

/// A text with what must change before its terms (term_articles.h).
std::string with_fitting_articles(const std::string& text,
                                  const std::vector<const text::Glossary::Term*>& terms,
                                  std::string_view source_language);

/// Whether a term of the text lacks an article or another determiner, although words of the free
/// translation that it stands for have one.
bool lacks_determiner(const std::string& text, const TermDraft& draft,
                      const std::vector<const text::Glossary::Term*>& terms);

std::vector<std::string> targets_of(const std::vector<const text::Glossary::Term*>& terms);

/// Whether a text has the translation of a term for each term of the source that has the same.
bool has_all_of(const std::vector<TermInSource>& places, const text::Glossary::Term& term,
                const std::string& text);

/// Whether words of a text are the term's translation.
bool is_translation(const WordsOfTerm::Words& words, const text::Glossary::Term& term,
                    const std::string& text);

struct BytesOfWords {
  size_t begin, end;
};

/// Positions of words in a text, in any form. Small first letters are capitals where the text
/// begins, too.
std::vector<BytesOfWords> occurrences(const text::FoldedText& text, const std::string& words);

/// The terms that `text` lacks. Each of several with one translation needs its own. In capitals, a
/// translation in capitals counts, too.
std::vector<text::Glossary::Term> unmet_terms(const std::string& text,
                                              const std::vector<const text::Glossary::Term*>& terms,
                                              const text::TokenizerPair& tokenizers,
                                              bool in_capitals = false);

/// Terms follow the case of the source, except those that the glossary has with capitals of its
/// own: in capitals if it is, and with a capital where it begins with one and a term begins the
/// translation. Returns the terms that the translation's text lacks.
std::vector<text::Glossary::Term> finish_terms(
    Translation& translation, const std::string& source,
    const std::vector<const text::Glossary::Term*>& terms, const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
