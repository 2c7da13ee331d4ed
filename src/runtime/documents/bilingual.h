#pragma once
#include <span>
#include <string>

#include "documents/document.h"

namespace regard::documents {

/// What a document and its translation are called.
struct BilingualHead {
  std::string name;                                        ///< of the file
  std::string source_language = {}, target_language = {};  ///< "en", "fr"
};

/// A page to proofread: each text next to its translation, and the confidence of those that have
/// one. It has no script and loads nothing.
std::string bilingual_page(const BilingualHead& head, std::span<const Unit> units,
                           std::span<const TranslatedText> translations);

/// A translation memory in TMX 1.4: the texts with a translation, each pair once.
std::string bilingual_memory(const BilingualHead& head, std::span<const Unit> units,
                             std::span<const TranslatedText> translations);

}  // namespace regard::documents
