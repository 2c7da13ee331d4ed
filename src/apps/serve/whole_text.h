#pragma once
#include <string>

#include "regard/translate/translation.h"

namespace regard::serve {

/// Whether the translation of a text that was kept whole lacks sentences of it, as that of a model
/// does that was trained on single sentences.
bool lacks_sentences(const std::string& source, const translate::Translation& translation);

}  // namespace regard::serve
