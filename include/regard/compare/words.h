#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::compare {

/// The words that all word-level figures of a comparison count, views of `text` in order. A word is
/// a run of letters, marks and digits, with hyphens inside it and full stops and commas between
/// digits. An apostrophe between letters ends the word before it: l’|homme, don't is don'|t. Every
/// other character except white space is a word.
std::vector<std::string_view> split_words(std::string_view text);

/// The same in lower case, for counting.
std::vector<std::string> lower_words(std::string_view text);

/// Whether it contains no letter and no digit.
bool is_punctuation(std::string_view word);

/// The text without accents: é as e, ç as c, œ as it is.
std::string without_accents(std::string_view text);

}  // namespace regard::compare
