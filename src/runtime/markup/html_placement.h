#pragma once
#include <string>

#include "markup/html_segment.h"
#include "markup/translated_text.h"

namespace regard::serve {

/// The segment in the words of its translation, with all of its tags: an element is around the
/// words that belong to its own, or nearly so where those are not together; a mark is beside the
/// word that belongs to the one it was beside.
std::string translated_html(const HtmlSegment& segment, const TranslatedText& translation);

}  // namespace regard::serve
