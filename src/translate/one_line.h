#pragma once
#include <algorithm>
#include <string>

namespace regard::translate {

/// Line breaks become spaces: a translation is one line, whatever bytes a model writes.
inline std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace regard::translate
