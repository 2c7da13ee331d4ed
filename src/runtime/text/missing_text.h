#pragma once
#include <array>
#include <string>
#include <string_view>

namespace regard::text {

/// The corpora that `regard download NAME` puts into data/NAME.
inline constexpr std::array<std::string_view, 2> kPublishedCorpora = {"multi30k", "tatoeba"};

/// The remedy if the text with this path cannot be opened.
std::string remedy_for_missing_text(const std::string& path);

}  // namespace regard::text
