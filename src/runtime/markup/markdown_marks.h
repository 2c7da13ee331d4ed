#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "markup/text_atoms.h"

namespace regard::serve {

/// A mark within a paragraph of Markdown: what is not read as text.
struct MarkdownMark {
  enum class Kind {
    opens,   ///< emphasis, a link or an element of HTML
    closes,  ///< its end
    alone,   ///< code, an image, an address in <>, \*, the mark of a footnote, the definition of a
             ///< link
    ends,    ///< ends a text: a bar of a table, a break between lines, <br>
  };
  static constexpr size_t kNoPartner = static_cast<size_t>(-1);

  Kind kind = Kind::alone;
  PlaceRange place = {};
  size_t partner = kNoPartner;  ///< the number of the other mark
  bool is_emphasis = false;
  std::string written = {};            ///< where its text has changed; empty: as it is
  std::vector<PlaceRange> texts = {};  ///< texts within it that people read: of images, titles
};

/// Lines of a file that are one paragraph, and what its marks depend on.
struct MarkdownParagraph {
  std::string_view text;
  std::vector<PlaceRange> breaks = {};  ///< what stands between lines that are texts of their own
  bool is_row = false;                  ///< of a table, so that every bar ends a cell
  const std::set<std::string>* labels = nullptr;  ///< of all links that are defined, by label_of()
};

/// The marks of a paragraph in order, by the rules of CommonMark, and ~~ and bars of tables by
/// those of GitHub. Pairs lie within one another or apart. A tag without its partner has none.
/// Formulas, placeholders and addresses have no marks. Takes time in proportion to the text.
std::vector<MarkdownMark> markdown_marks(const MarkdownParagraph& paragraph);

}  // namespace regard::serve
