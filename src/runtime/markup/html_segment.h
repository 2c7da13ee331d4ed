#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_items.h"

namespace regard::serve {

/// An inline element, or what is placed like a word: a mark.
struct HtmlNode {
  enum class Kind {
    element,
    mark,  ///< moves with the words beside it
    note,  ///< takes no room, and notes stay in order: comments, tags that have lost their partner
  };

  Kind kind = Kind::element;
  bool is_kept = false;      ///< its words are not translated; `opening` is all of the element
  std::string_view opening;  ///< all of a mark
  std::string_view closing = {};
  size_t begin = 0, end = 0;                               ///< in the segment's text
  bool hugs_next = true;                                   ///< or the word before it
  bool has_space_before = false, has_space_after = false;  ///< set for a mark or a kept element
  std::vector<size_t> children = {};
};

/// The text between two blocks.
struct HtmlSegment {
  std::string text;                    ///< text as displayed, in one line
  std::string_view leading, trailing;  ///< marks and white space at the ends, which do not move
  /// Of `<`, `>` and `&`, those that the text has as they are, and never as references.
  std::string plain_marks = {};
  std::string leading_space, trailing_space;  ///< within elements at the ends
  std::vector<HtmlNode> nodes;                ///< the first one is the whole segment
};

/// The segment that the items of [begin, end), none of them a block, form; none if they have no
/// letter.
std::optional<HtmlSegment> html_segment(std::span<const HtmlItem> items, size_t begin, size_t end);

}  // namespace regard::serve
