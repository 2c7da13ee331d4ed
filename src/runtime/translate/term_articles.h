#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "translate/noun_gender.h"

namespace regard::translate {

/// The text before a term that takes another word's place, as it may have to be: in French, with
/// its last articles, determiners and adjectives as the term's first letter wants them and in its
/// gender, or in either if that is not known ("le grand ", "la grande "; "l'"); in English, with
/// "a" or "an". The text itself first, if it may stay.
std::vector<std::string> texts_before_term(const std::string& before, std::string_view term,
                                           std::string_view source_language);

/// The one of these texts that is nearest to the text before a term.
std::string fitting_text_before(const std::string& before, std::string_view term,
                                std::string_view source_language);

/// The gender that the last determiner or adjective before a noun shows.
std::optional<Gender> gender_shown_before(std::string_view before,
                                          std::string_view source_language);

/// Whether an article or another determiner ends a text.
bool ends_with_determiner(std::string_view before);

}  // namespace regard::translate
