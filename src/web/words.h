#pragma once
#include <string>
#include <vector>

#include "regard/text/tokenizer.h"
#include "regard/translate/sources.h"

namespace regard::web {

/// The text of each word of some pieces (translate/word_alignment.h).
std::vector<std::string> texts_of_words(const std::vector<std::string>& pieces,
                                        const text::Tokenizer& tokenizer);

/// The words of all parts of a source: the columns of its attention.
std::vector<std::string> source_words(const translate::Sources& sources,
                                      const text::TokenizerPair& tokenizers);

}  // namespace regard::web
