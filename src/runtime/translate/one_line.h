#pragma once
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace regard::translate {

/// Line breaks become spaces: a translation is one line, whatever bytes a model writes. They are
/// those of Unicode, because readers of the translation may count lines by them.
inline std::string one_line(std::string_view text) {
  constexpr std::array<std::string_view, 7> kEnds = {"\n",     "\r",     "\v",    "\f",
                                                     "\u0085", "\u2028", "\u2029"};
  std::string line;
  line.reserve(text.size());
  while (!text.empty()) {
    const auto* end = std::ranges::find_if(kEnds, [&](auto one) { return text.starts_with(one); });
    line += end == kEnds.end() ? text.front() : ' ';
    text.remove_prefix(end == kEnds.end() ? 1 : end->size());
  }
  return line;
}

}  // namespace regard::translate
