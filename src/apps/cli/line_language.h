#pragma once
#include <string_view>

#include "findings/subject.h"

namespace regard::cli {

/// The language of a line of a user's text, among all languages that the program knows.
findings::LanguageGuess language_of_line(std::string_view text);

}  // namespace regard::cli
