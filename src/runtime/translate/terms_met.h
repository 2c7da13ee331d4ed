#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "regard/text/folded_text.h"
#include "regard/text/glossary.h"
#include "regard/translate/translation.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {

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
