#include "serve/whole_text.h"

#include <cstddef>

#include "text/sentences.h"

namespace regard::serve {

bool lacks_sentences(const std::string& source, const translate::Translation& translation) {
  const size_t sentences = text::sentences_of(source).sentences.size();
  if (sentences < 2) return false;
  return translation.is_short || translation.is_unfinished() || translation.repeats ||
         text::sentences_of(translation.text).sentences.size() < sentences;
}

}  // namespace regard::serve
