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

/// An inline element, or what is placed like a word: a mark.
struct HtmlNode {
  enum class Kind {
    element,
    mark,  ///< moves with the words next to it
    note,  ///< takes no room, and notes stay in order: comments, tags that have lost their partner
  };

  Kind kind = Kind::element;
  bool is_kept = false;      ///< its words are not translated; `opening` is all of the element
  std::string_view opening;  ///< all of a mark
  std::string_view closing = {};
  size_t begin = 0, end = 0;                               ///< in the segment's text
  bool hugs_next = true;                                   ///< false: it hugs the word before it
  bool has_space_before = false, has_space_after = false;  ///< set for a mark or a kept element
  std::vector<size_t> children = {};
};

/// The text between two blocks.
struct HtmlSegment {
  std::string text;                    ///< text as displayed, in one line
  std::string_view leading, trailing;  ///< marks and white space at the ends, which do not move
  /// Which of `<`, `>` and `&` the text contains literally and never as references.
  std::string plain_marks = {};
  /// The characters that the text contains as references only, and how it writes them: "\u00E9",
  /// "&eacute;".
  std::vector<std::pair<std::string, std::string_view>> references = {};
  std::string leading_space, trailing_space;  ///< white space within elements at the ends
  std::vector<HtmlNode> nodes;                ///< the first one is the whole segment
};

/// Whether no segment keeps this UTF-8 character: NUL, which browsers leave out, too, and what is
/// in a word without being seen, such as soft hyphens, zero-width spaces and marks of direction.
bool is_left_out(std::string_view character);

/// The segment that the items of [begin, end), none of them a block, form; none if they have no
/// letter.
std::optional<HtmlSegment> html_segment(std::span<const HtmlItem> items, size_t begin, size_t end);

/// Where the inline items of [begin, end) are cut into texts of their own, sorted: between the
/// links of a menu, and between elements that follow one another without white space, unless they
/// are parts of a word.
std::vector<size_t> html_cuts(std::span<const HtmlItem> items, size_t begin, size_t end);

/// The segment in the words of its translation, with all of its tags: an element is around the
/// words that belong to its own, or nearly so where those are not together; a mark is beside the
/// word that belongs to the one it was beside.
std::string translated_html(const HtmlSegment& segment, const TranslatedText& translation);

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

/// Whether a text is only white space.
bool is_html_blank(std::string_view text);

/// Whether a text has a letter, which may be written as a reference.
bool has_html_letter(std::string_view text);

/// The words of an element that is not translated, as bytes from its start tag to its end tag, if
/// it is a few words: a model reads them within their sentence, so that the sentence is whole, and
/// they are put in the place of their translation. Empty for code, placeholders and long texts.
std::string html_kept_words(std::string_view element);

}  // namespace regard::serve
