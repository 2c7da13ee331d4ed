#pragma once
#include <cstddef>
#include <string>
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
};

TermDraft term_draft(const std::string& text, std::vector<TermPlace> places);

/// Whether a text has the translation of a term for each term of the source that has the same.
bool has_all_of(const std::vector<TermInSource>& places, const text::Glossary::Term& term,
                const std::string& text);

/// Whether words of a text are the term's translation.
bool is_translation(const WordsOfTerm::Words& words, const text::Glossary::Term& term,
                    const std::string& text);

struct BytesOfWords {
  size_t begin, end;
};

/// Positions of words in a text, in any form.
std::vector<BytesOfWords> occurrences(const text::FoldedText& text, const std::string& words);

/// The terms that `text` lacks. Each of several with one translation needs its own. In capitals, a
/// translation in capitals counts, too.
std::vector<text::Glossary::Term> unmet_terms(const std::string& text,
                                              const std::vector<const text::Glossary::Term*>& terms,
                                              const text::TokenizerPair& tokenizers,
                                              bool in_capitals = false);

/// Writes the terms of a source in capitals in capitals, except those that the glossary has with
/// capitals of its own. Returns the terms that the translation's text lacks.
std::vector<text::Glossary::Term> finish_terms(
    Translation& translation, const std::string& source,
    const std::vector<const text::Glossary::Term*>& terms, const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
