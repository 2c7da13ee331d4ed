#include "alignment/vocabulary.h"

#include "base/utf8.h"

namespace regard::alignment {

std::string stem_of(std::string_view word, int64_t letters) {
  std::string stem;
  for (const char32_t letter : decode_utf8(word).substr(0, static_cast<size_t>(letters))) {
    append_utf8(letter, stem);
  }
  return stem;
}

}  // namespace regard::alignment
