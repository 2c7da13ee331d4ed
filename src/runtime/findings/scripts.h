#pragma once
#include <cstddef>
#include <string_view>

namespace regard::findings {

/// The script of most letters in a text.
struct MainScript {
  std::string_view name;   ///< "Cyrillic"; empty: no letters of a known script
  size_t letters = 0;      ///< letters of this script
  size_t all_letters = 0;  ///< letters of all known scripts
};

/// The main script of a text. Chinese characters, kana and hangul count as one, "East Asian".
MainScript main_script(std::string_view text);

}  // namespace regard::findings
