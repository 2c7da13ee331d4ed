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

/// Words of a text that a term is to replace.
struct TermPlace {
  WordsOfTerm::Words words;
  const text::Glossary::Term* term;
};

/// A translation in which terms replace words.
struct TermDraft {
  std::string text;
  std::vector<std::string> replaced = {};
  bool is_whole = true;  ///< whether the text is a whole sentence (translate_lines.h)
  size_t end = 0;        ///< position after the last term
  /// Whether the rest is unchanged, except for words that agree with the terms.
  bool is_the_rest = false;
};

/// Whether a term is known to have a different gender from the words that it replaces. Words that
/// agree with them must then change.
bool changes_gender(const std::string& text, const TermPlace& place,
                    std::string_view source_language);

/// The drafts of a text, which differ in the articles before terms (term_articles.h). The text
/// before byte `begin` is unchanged.
std::vector<TermDraft> term_drafts(const std::string& text, std::vector<TermPlace> places,
                                   size_t begin, std::string_view source_language);

/// The most likely draft that is a whole sentence; empty if there is none.
std::optional<size_t> best_draft(const std::vector<TermDraft>& drafts, const Hypotheses& drafted);

/// A text with its articles before terms changed as needed (term_articles.h), and without the blank
/// between an opening bracket and a term.
std::string with_fitting_articles(const std::string& text,
                                  const std::vector<const text::Glossary::Term*>& terms,
                                  std::string_view source_language);

/// Whether a term in the text lacks a determiner although the words that it replaces in the free
/// translation have one.
bool lacks_determiner(const std::string& text, const TermDraft& draft,
                      const std::vector<const text::Glossary::Term*>& terms);

std::vector<std::string> targets_of(const std::vector<const text::Glossary::Term*>& terms);

/// Whether a text contains a term's translation once for each source term with that translation.
bool has_all_of(const std::vector<TermInSource>& places, const text::Glossary::Term& term,
                const std::string& text);

/// Whether words of a text are exactly the term's translation.
bool is_translation(const WordsOfTerm::Words& words, const text::Glossary::Term& term,
                    const std::string& text);

struct BytesOfWords {
  size_t begin, end;
};

/// Positions of words in a text, in any form. A lowercase first letter also matches a capital at
/// the beginning of the text.
std::vector<BytesOfWords> occurrences(const text::FoldedText& text, const std::string& words);

/// The terms that `text` lacks. Terms with the same translation need one occurrence each. In a text
/// in capitals, translations in capitals also count.
std::vector<text::Glossary::Term> unmet_terms(const std::string& text,
                                              const std::vector<const text::Glossary::Term*>& terms,
                                              const text::TokenizerPair& tokenizers,
                                              bool in_capitals = false);

/// Adapts terms to the case of the source: in capitals if the source is in capitals, and
/// capitalized if a term begins the translation of a source that begins with a capital. Terms that
/// have capitals in the glossary stay unchanged. Marks at their edges are written once, apart from
/// other words. Returns the terms that the translation lacks.
std::vector<text::Glossary::Term> finish_terms(
    Translation& translation, const std::string& source,
    const std::vector<const text::Glossary::Term*>& terms, const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
