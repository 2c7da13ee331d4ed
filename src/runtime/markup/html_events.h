#pragma once
#include <cstddef>
#include <vector>

#include "markup/html_segment.h"
#include "markup/text_atoms.h"

namespace regard::serve {

/// Where a tag or mark is put among the words of a translation.
struct HtmlEvent {
  enum class Kind { opens, closes, mark };

  Kind kind;
  size_t place;  ///< before the target atom of this number
  const HtmlNode* node;
  bool is_empty = false;  ///< an element without a word
};

/// All tags of the segment in the order of the translation, which is well-formed where they have
/// partners.
std::vector<HtmlEvent> html_events(const HtmlSegment& segment, const AlignedAtoms& atoms);

/// Where the nodes of a segment begin and end in its text, sorted.
std::vector<size_t> places_of_nodes(const HtmlSegment& segment);

}  // namespace regard::serve
