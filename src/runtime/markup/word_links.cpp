#include "markup/word_links.h"

#include <algorithm>

#include "markup/text_atoms.h"

namespace regard::serve {

WordLinks word_links(const TranslatedText& translation) {
  constexpr float kLeast = 0.1F;  // least weight of a source word; less is noise
  const size_t sources = translation.source_words.size(), targets = translation.target_words.size();
  WordLinks links = {.source_of = std::vector<size_t>(targets, kNoIndex),
                     .target_of = std::vector<size_t>(sources, kNoIndex)};
  std::vector<float> most(sources, kLeast);
  for (size_t target = 0; target < std::min(targets, translation.attention.size()); ++target) {
    const auto& row = translation.attention[target];
    const auto& begins = translation.attention_begins;
    const size_t begin = target < begins.size() ? begins[target] : 0;
    float largest = 0.0F;
    for (size_t column = 0; column < row.size() && begin + column < sources; ++column) {
      const size_t source = begin + column;
      if (row[column] > largest) {
        largest = row[column];
        links.source_of[target] = source;
      }
      if (row[column] > most[source]) {
        most[source] = row[column];
        links.target_of[source] = target;
      }
    }
  }
  return links;
}

}  // namespace regard::serve
