#pragma once
#include <string_view>

#include "findings/subject.h"

namespace regard::cli {

/// The most likely language of a line of a user's text, among all that the program knows.
findings::LanguageGuess language_of_line(std::string_view text);

}  // namespace regard::cli
