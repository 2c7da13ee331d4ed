#include "documents/translated_units.h"

namespace regard::documents {

TranslatedText translated_text(const translate::Translation& translation) {
  TranslatedText text{.text = translation.text};
  text.matches = translation.matches;
  if (translation.n_best.empty()) return text;
  const auto& best = translation.n_best.front();
  text.confidence = best.confidence;
  text.source_words = translation.source_words;
  text.target_words = best.words;
  text.attention = best.attention;
  text.attention_begins = best.attention_begins;
  return text;
}

}  // namespace regard::documents
