#pragma once
#include <string_view>

#include "regard/translate/translation.h"

namespace regard::translate {

/// What stands before or behind a translation without being translated, such as the mark of a list.
/// Its words, where words are requested, belong to themselves in source and translation.
void add_marks_before(Translation& translation, std::string_view marks);
void add_marks_behind(Translation& translation, std::string_view marks);

}  // namespace regard::translate
