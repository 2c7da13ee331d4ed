#include "words/language.h"

#include "words/assets.h"

namespace regard::words {

const draw::Phrases* phrases_of(Language language) {
  if (language == Language::en) return nullptr;
  static const draw::Phrases chinese(assets::kChinese);
  return &chinese;
}

}  // namespace regard::words
