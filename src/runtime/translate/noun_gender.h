#pragma once
#include <optional>
#include <string_view>

namespace regard::translate {

enum class Gender { masculine, feminine };

/// The gender of a lowercase French noun, or of the first noun of a term, from a list or else from
/// its ending: most nouns in -tion are feminine, most in -ment masculine. Empty for names, for
/// nouns of both genders, and for ambiguous endings.
std::optional<Gender> gender_of_noun(std::string_view term);

/// Whether articles before a French word are elided: it begins with a vowel or a mute h.
bool begins_with_vowel(std::string_view word);

}  // namespace regard::translate
