#pragma once
#include <span>
#include <string>

#include "documents/document.h"

namespace regard::documents {

/// Metadata of a document and its translation.
struct BilingualHead {
  std::string name;                                        ///< file name
  std::string source_language = {}, target_language = {};  ///< "en", "fr"
};

/// A page for proofreading: each text next to its translation, with the confidence if known. The
/// page has no scripts and loads nothing.
std::string bilingual_page(const BilingualHead& head, std::span<const Unit> units,
                           std::span<const TranslatedText> translations);

/// A translation memory in TMX 1.4 with the translated texts, each pair once.
std::string bilingual_memory(const BilingualHead& head, std::span<const Unit> units,
                             std::span<const TranslatedText> translations);

}  // namespace regard::documents
