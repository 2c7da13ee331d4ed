#pragma once
#include <string>
#include <vector>

#include "text/tokenizer.h"

namespace regard::translate {

/// The text of each word of `pieces` (words_of() in word_alignment.h).
std::vector<std::string> texts_of_words(const text::Tokenizer& tokenizer,
                                        const std::vector<std::string>& pieces);

}  // namespace regard::translate
