#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/document.h"

namespace regard::translate {

/// Translates the sentences of a document, each to one text. Blank ones stay blank.
using TranslateSentences =
    std::function<std::vector<std::string>(const std::vector<std::string>& sentences)>;

/// How a document is split.
struct DocumentOptions {
  size_t longest = 128;  ///< tokens of a sentence; a longer one is cut into clauses, with a warning
  std::function<size_t(std::string_view)> count;  ///< the tokens of a text
  text::Wrapping wrapping = text::Wrapping::detected;
};

/// Translates running text: lines of a file, or a part of one that ends with a paragraph. The lines
/// of a wrapped paragraph are joined into one; other lines, blank lines, indents, list marks, white
/// space and ends of lines, if the lines have theirs, stay, and so does what is not language
/// (text/document.h).
std::vector<std::string> translate_document(std::span<const std::string_view> lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options);
std::vector<std::string> translate_document(const std::vector<std::string>& lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options);

}  // namespace regard::translate
