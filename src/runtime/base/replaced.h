#pragma once
#include <string>
#include <string_view>

namespace regard {

/// Replaces each `from` in a text with `to`.
inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// The text with each `from` replaced with `to`.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  replace_all(text, from, to);
  return text;
}

}  // namespace regard
