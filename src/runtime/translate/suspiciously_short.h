#pragma once
#include <cstddef>

namespace regard::translate {

/// Whether a translation of that many tokens has probably left out a part of its source: it has
/// less than a third of its tokens. Of a source of few tokens nothing is said: "No way!" is "Non
/// !".
constexpr bool is_suspiciously_short(size_t tokens, size_t source_tokens) {
  constexpr size_t kFewest = 12;
  return source_tokens >= kFewest && 3 * tokens < source_tokens;
}

}  // namespace regard::translate
