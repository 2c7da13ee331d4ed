#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "markup/xml_scanner.h"

namespace regard::documents {

/// For each token of an OpenDocument part, whether it is text in a paragraph whose words are all in
/// `language`. Only the part's own styles define the languages of paragraphs and spans.
std::vector<bool> texts_in_language(std::span<const serve::XmlToken> tokens,
                                    std::string_view language);

}  // namespace regard::documents
