#pragma once
#include <string>
#include <vector>

#include "corpus/examples.h"
#include "text/half_words.h"
#include "text/tokenizer.h"

namespace regard::corpus {

/// The words of the examples' target texts for text::HalfWords, in lower case and in order: of many
/// words, the `most` most frequent ones and all that these begin with. Words with digits, of
/// scripts that put no spaces between words, and of more than HalfWords::kLongestWord letters are
/// left out. `target` is the texts' tokenizer; `before` are words of earlier texts, each of which
/// counts once.
std::vector<std::string> learn_words(const Examples& examples, const text::Tokenizer& target,
                                     const std::vector<std::string>& before = {},
                                     size_t most = text::HalfWords::kMostWords / 4);

}  // namespace regard::corpus
