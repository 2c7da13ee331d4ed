#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "markup/html_segment.h"
#include "markup/text_atoms.h"

namespace regard::serve {

/// The position of a tag or mark among the words of a translation.
struct HtmlEvent {
  enum class Kind { opens, closes, mark };

  Kind kind;
  size_t place;  ///< index of the target atom that follows
  const HtmlNode* node;
  bool is_empty = false;  ///< an element without words
};

/// Aligns the placeholder of each mark that is read as a word (read_words) with the same
/// placeholder in the translation, regardless of attention. If the translation lacks the
/// placeholder, the mark replaces no words.
void align_words(const HtmlSegment& segment, std::string_view translation, AlignedAtoms& atoms);

/// All tags of the segment in the order of the translation; paired tags are nested properly.
std::vector<HtmlEvent> html_events(const HtmlSegment& segment, const AlignedAtoms& atoms);

/// The sorted positions where nodes of a segment begin and end in its text.
std::vector<size_t> places_of_nodes(const HtmlSegment& segment);

}  // namespace regard::serve
