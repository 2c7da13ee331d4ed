#pragma once
#include "documents/document.h"
#include "regard/translate/translation.h"

namespace regard::documents {

/// The best candidate of a translation, with its words and their attention, if available.
TranslatedText translated_text(const translate::Translation& translation);

}  // namespace regard::documents
