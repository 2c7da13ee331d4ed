#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "markup/text_atoms.h"

namespace regard::serve {

/// Characters that a backslash escapes.
inline constexpr std::string_view kEscaped = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

/// A mark in a Markdown paragraph: anything that is not read as text.
struct MarkdownMark {
  enum class Kind {
    opens,    ///< emphasis, a link or an HTML element
    closes,   ///< the end of emphasis, a link or an HTML element
    alone,    ///< \*, a comment, a footnote mark, a link definition
    word,     ///< code, an address in <>, an expression of MDX
    picture,  ///< an image
    ends,     ///< separates texts: a table bar, a line break, <br>
  };
  static constexpr size_t kNoPartner = static_cast<size_t>(-1);

  Kind kind = Kind::alone;
  PlaceRange place = {};
  size_t partner = kNoPartner;  ///< index of the other mark
  bool is_emphasis = false;
  std::string written = {};  ///< replacement if a text inside has changed; empty if unchanged
  std::vector<PlaceRange> texts = {};  ///< readable texts inside: image texts and titles
};

/// Lines of a file that form a paragraph, with the context that its marks depend on.
struct MarkdownParagraph {
  std::string_view text;
  std::vector<PlaceRange> breaks = {};  ///< the bytes between lines that are separate texts
  bool is_row = false;                  ///< a table row, in which every bar ends a cell
  const std::set<std::string>* labels = nullptr;  ///< labels of all links (label_of)
  bool is_mdx = false;                            ///< has JSX, whose expressions are marks
};

/// The marks of a paragraph in order, according to CommonMark and, for ~~ and table bars, GitHub.
/// Pairs are nested or disjoint; an unmatched tag has no partner. Formulas, placeholders and
/// addresses contain no marks. Takes linear time.
std::vector<MarkdownMark> markdown_marks(const MarkdownParagraph& paragraph);

}  // namespace regard::serve
