#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "markup/html_items.h"
#include "markup/markup_rules.h"

namespace regard::serve {

/// An inline element, or a mark, which is placed like a word.
struct HtmlNode {
  enum class Kind {
    element,
    mark,  ///< moves with the words next to it
    note,  ///< takes no space and keeps its order among notes: comments, tags without their partner
  };

  Kind kind = Kind::element;
  bool is_kept = false;      ///< left untranslated; `opening` is the whole element
  std::string_view opening;  ///< the opening tag; for a mark, the whole mark
  std::string_view closing = {};
  size_t begin = 0, end = 0;                               ///< positions in the segment's text
  bool hugs_next = true;                                   ///< true: attached to the next word
  bool has_space_before = false, has_space_after = false;  ///< only for a mark or a kept element
  bool has_space_after_end = false;  ///< only for a mark: white space follows the end tags after it
  bool holds_space = false;          ///< only for a mark: it is white space, which separates words
  std::vector<size_t> children = {};
};

/// The text between two blocks.
struct HtmlSegment {
  std::string text;                    ///< the displayed text, on one line
  std::string_view leading, trailing;  ///< marks and white space at the ends, which do not move
  /// The characters among `<`, `>` and `&` that the text contains literally and never as
  /// references.
  std::string plain_marks = {};
  /// The characters that the text contains only as references, with these references: "\u00E9",
  /// "&eacute;".
  std::vector<std::pair<std::string, std::string_view>> references = {};
  std::string leading_space, trailing_space;  ///< white space inside elements at the ends
  std::vector<HtmlNode> nodes;                ///< the first node is the whole segment
};

/// Whether segments drop this UTF-8 character: NUL, as in browsers, and invisible characters inside
/// words, such as soft hyphens, zero-width spaces and direction marks.
bool is_left_out(std::string_view character);

/// The segment formed by the items of [begin, end), which must not include blocks; std::nullopt if
/// they contain no letter.
std::optional<HtmlSegment> html_segment(std::span<const HtmlItem> items, size_t begin, size_t end);

/// The sorted positions where the inline items of [begin, end) are split into separate texts:
/// between the links of a menu, and between adjacent elements without white space, unless they are
/// parts of one word.
std::vector<size_t> html_cuts(std::span<const HtmlItem> items, size_t begin, size_t end);

/// The segment with the words of its translation and all of its tags. An element surrounds the
/// words aligned with its own, or the closest contiguous range; a mark stays next to the word
/// aligned with its neighbor.
std::string translated_html(const HtmlSegment& segment, const TranslatedText& translation);

/// A piece of a segment; opening and closing tags always have their partner in the same segment.
struct HtmlPart {
  enum class Kind { text, opens, closes, mark, note, kept, word, picture };

  Kind kind = Kind::text;
  std::string_view bytes;
  std::string words = {};    ///< for a kept part: what the model reads
  bool hugs_next = true;     ///< for an unpaired tag: whether it is a start tag
  bool holds_space = false;  ///< contains only white space, which separates words
};

/// The parts formed by the items of [begin, end). A tag whose partner is missing or outside becomes
/// a note, as do the tags of all elements around it: notes keep their order, so broken markup does
/// not get worse. An element without letters and digits becomes a mark, and so does a footnote
/// mark: a number in brackets or in <sup>.
std::vector<HtmlPart> html_parts(std::span<const HtmlItem> items, size_t begin, size_t end);

/// Makes each part that may stand for a word either a kept part, for which the model reads a
/// placeholder ("Run {0} to see the files."), or a mark. It is a mark if it touches a word or the
/// inner side of a quotation mark or bracket, if it stands apart (at the beginning of a sentence,
/// unless the text goes on in lower case), or if the text has fewer than two words besides. A
/// picture is also a mark at either end of a sentence, after a comma, and before a capital letter.
void read_words(std::vector<HtmlPart>& parts);

/// Whether the words of a kept part are a placeholder (read_words), not its own.
inline bool is_placeholder(std::string_view words) { return words.starts_with('{'); }

/// Whether a text is only white space.
bool is_html_blank(std::string_view text);

/// Whether a text has a letter, possibly written as a reference.
bool has_html_letter(std::string_view text);

/// The words of an untranslated element (its bytes, with both tags) if there are only a few: the
/// model reads such words as part of the sentence, and they then replace their translation. Empty
/// for code, placeholders and long texts.
std::string html_kept_words(std::string_view element);

}  // namespace regard::serve
