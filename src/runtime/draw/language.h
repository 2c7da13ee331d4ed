#pragma once
#include <array>

namespace regard::draw {

/// The language of pages and pictures.
enum class Language { en, zh };
constexpr auto names_of(Language) { return std::array{"en", "zh"}; }

constexpr const char* name_of(Language language) {
  return names_of(language)[static_cast<size_t>(language)];
}

}  // namespace regard::draw
