#include "words/language.h"

#include "words/assets.h"

namespace regard::words {

const draw::Phrases* phrases_of(Language language) {
  if (language == Language::en) return nullptr;
  static const draw::Phrases kPhrases(assets::kChinese);
  return &kPhrases;
}

}  // namespace regard::words
