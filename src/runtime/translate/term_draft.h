#pragma once
#include <string>
#include <vector>

#include "regard/text/glossary.h"
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
  bool is_whole = true;  ///< a whole sentence (whole_sentence.h)
};

TermDraft term_draft(const std::string& text, std::vector<TermPlace> places);

/// Whether a text has the translation of a term for each term of the source that has the same.
bool has_all_of(const std::vector<TermInSource>& places, const text::Glossary::Term& term,
                const std::string& text);

/// Whether words of a text are the term's translation.
bool is_translation(const WordsOfTerm::Words& words, const text::Glossary::Term& term,
                    const std::string& text);

}  // namespace regard::translate
