#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "markup/markdown_marks.h"

namespace regard::documents {

/// Parts of which codes are the numbers of marks of a text, with emphasis around whole words:
/// "**l'ancienne**", since in "**l'**ancienne" stars are no marks; around a word beside it where it
/// would be around nothing; and with spaces between marks that would be one: "*a* *b*". Pairs stay
/// within one another. A text with more than 500 marks stays as it is.
std::vector<TextPart> with_wide_emphasis(std::span<const TextPart> parts,
                                         std::span<const serve::MarkdownMark> marks,
                                         std::string_view text);

}  // namespace regard::documents
