#pragma once
#include <string>
#include <string_view>

namespace regard::serve {

/// The words of an element that is not translated, as bytes from its start tag to its end tag, if
/// it is a few words: a model reads them within their sentence, so that the sentence is whole, and
/// they are put in the place of their translation. Empty for code, placeholders and long texts.
std::string html_kept_words(std::string_view element);

}  // namespace regard::serve
