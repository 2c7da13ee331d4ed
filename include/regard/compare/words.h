#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::compare {

/// Words as all word-level figures of a comparison count them, views of `text` in order. A word is
/// a run of letters, marks and digits; hyphens inside it belong to it, and so do full stops and
/// commas between digits. An apostrophe between letters belongs to what is before it and ends it:
/// l’|homme, don't is don'|t. Every other character that is no white space is a word of its own.
std::vector<std::string_view> split_words(std::string_view text);

/// The same in lower case, for counting.
std::vector<std::string> lower_words(std::string_view text);

/// Whether no letter and no digit is in it.
bool is_punctuation(std::string_view word);

/// The text without accents: é as e, ç as c, œ as it is.
std::string without_accents(std::string_view text);

}  // namespace regard::compare
