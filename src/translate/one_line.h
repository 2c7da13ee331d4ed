#pragma once
#include <algorithm>
#include <string>

namespace regard::translate {

/// What a model writes is one line, whatever its bytes.
inline std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace regard::translate
