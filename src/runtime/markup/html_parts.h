#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "markup/html_items.h"

namespace regard::serve {

/// A piece of a segment, where every tag that opens has its partner in the segment, too.
struct HtmlPart {
  enum class Kind { text, opens, closes, mark, note, kept };

  Kind kind = Kind::text;
  std::string_view bytes;
  bool hugs_next = true;     ///< a tag without its partner: it opens
  bool holds_space = false;  ///< an element with nothing but white space, which parts words
};

/// The parts that items of [begin, end) form. A tag whose partner is elsewhere, or missing, becomes
/// a note, as do the tags of every element around it: notes keep their order, so that what is
/// broken does not become worse. An element without letters and digits becomes a mark, and so does
/// one that holds the mark of a footnote: a number in brackets, or in <sup>.
std::vector<HtmlPart> html_parts(std::span<const HtmlItem> items, size_t begin, size_t end);

/// Nothing but white space.
bool is_html_blank(std::string_view text);

/// Whether a text has a letter, which may be written as a reference.
bool has_html_letter(std::string_view text);

}  // namespace regard::serve
