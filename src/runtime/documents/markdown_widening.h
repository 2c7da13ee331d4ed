#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "markup/markdown_marks.h"

namespace regard::documents {

/// Widens emphasis to whole words; the codes of `parts` are indexes of marks: "**l'ancienne**",
/// since the stars in "**l'**ancienne" are not marks. Empty emphasis is widened to an adjacent
/// word, and a space separates marks that would merge: "*a* *b*". Pairs stay nested. A text with
/// more than 500 marks stays unchanged.
std::vector<TextPart> with_wide_emphasis(std::span<const TextPart> parts,
                                         std::span<const serve::MarkdownMark> marks,
                                         std::string_view text);

}  // namespace regard::documents
