#pragma once
#include <optional>
#include <string_view>

namespace regard::translate {

enum class Gender { masculine, feminine };

/// The gender of a French noun, or of the first noun of a term, in small letters: by a list, or
/// else by its ending. Most nouns in -tion are feminine, most in -ment masculine. Nothing for
/// names, for nouns of both genders, and for endings that do not tell.
std::optional<Gender> gender_of_noun(std::string_view term);

/// Whether articles before a French word are elided: it begins with a vowel or a mute h.
bool begins_with_vowel(std::string_view word);

}  // namespace regard::translate
