#pragma once
#include <string>
#include <vector>

namespace regard::serve {

/// The English name of a language: "fr" is French. A language without one in the table is named by
/// its code.
std::string language_name(const std::string& code);

/// The codes in that table.
std::vector<std::string> named_languages();

/// "EN-us" as "en": what a code begins with, in small letters.
std::string base_language(const std::string& code);

}  // namespace regard::serve
