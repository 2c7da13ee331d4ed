#pragma once
#include <array>

#include "draw/phrases.h"

namespace regard::words {

/// The language of what the teaching material says.
enum class Language { en, zh };
constexpr auto names_of(Language) { return std::array{"en", "zh"}; }

constexpr const char* name_of(Language language) {
  return names_of(language)[static_cast<size_t>(language)];
}

/// What its texts, which are written in English, are in a language; nullptr for English.
const draw::Phrases* phrases_of(Language language);

}  // namespace regard::words
