#pragma once
#include <vector>

#include "markup/translated_text.h"

namespace regard::serve {

/// What attention says of words, each way: which word has the largest weight. kNoIndex where there
/// is no weight.
struct WordLinks {
  std::vector<size_t> source_of;  ///< for each target word
  std::vector<size_t> target_of;  ///< for each source word: the target word that attends to it most
};

/// Rows and columns that are missing count as zero.
WordLinks word_links(const TranslatedText& translation);

}  // namespace regard::serve
