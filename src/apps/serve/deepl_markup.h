#pragma once
#include "serve/fields.h"
#include "serve/text_translation.h"

namespace regard::serve {

/// Reads tag_handling, split_sentences, preserve_formatting and the lists of tags. Throws Refusal
/// (400) for a value that is not known, and for an option that needs another tag_handling.
void read_deepl_markup(const Fields& fields, TextRequest& wanted);

}  // namespace regard::serve
