#pragma once
#include <string_view>

#include "regard/translate/translation.h"

namespace regard::translate {

/// Text before or after a translation that is not translated, such as a list mark.
/// Its words, where words are requested, belong to themselves in source and translation.
void add_marks_before(Translation& translation, std::string_view marks);
void add_marks_behind(Translation& translation, std::string_view marks);

}  // namespace regard::translate
