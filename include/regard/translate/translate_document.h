#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::translate {

/// Translates the sentences of a document, each to one text. Blank ones stay blank.
using TranslateSentences =
    std::function<std::vector<std::string>(const std::vector<std::string>& sentences)>;

/// How a document is split.
struct DocumentOptions {
  size_t longest = 128;  ///< tokens of a sentence; a longer one is cut into clauses, with a warning
  std::function<size_t(std::string_view)> count;  ///< the tokens of a text
};

/// Translates running text: lines of a file, or a part of one that ends with a paragraph. The lines
/// of a paragraph are joined into one; blank lines, indents and list marks stay. Placeholders
/// (text/placeholders.h) are preserved: if a translation has lost one, the text between them is
/// translated piece by piece.
std::vector<std::string> translate_document(const std::vector<std::string>& lines,
                                            const TranslateSentences& translate,
                                            const DocumentOptions& options);

}  // namespace regard::translate
