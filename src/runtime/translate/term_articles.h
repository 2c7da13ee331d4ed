#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "translate/noun_gender.h"

namespace regard::translate {

/// Possible versions of the text before a term that replaces a word. In French, its last articles,
/// determiners and adjectives agree with the term's first letter and gender, or with either gender
/// if the gender is unknown ("le grand ", "la grande "; "l'"). In English, it ends in "a" or "an"
/// as needed. The unchanged text comes first if it is possible.
std::vector<std::string> texts_before_term(const std::string& before, std::string_view term,
                                           std::string_view source_language);

/// The one of texts_before_term() that is closest to the original text before a term.
std::string fitting_text_before(const std::string& before, std::string_view term,
                                std::string_view source_language);

/// The gender shown by the last determiner or adjective before a noun.
std::optional<Gender> gender_shown_before(std::string_view before,
                                          std::string_view source_language);

/// Whether a text ends with an article or another determiner.
bool ends_with_determiner(std::string_view before);

}  // namespace regard::translate
