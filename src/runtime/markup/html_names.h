#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The treatment of each HTML element in translation. Names are in lowercase; unknown elements are
/// inline.
namespace regard::serve {

/// Whether an element separates texts: p, div, li, td, h1, br, hr, ...
bool is_block_element(std::string_view name);

/// Whether an element has no content and no end tag: br, img, input, ...
bool is_void_element(std::string_view name);

/// Whether a tag is an image, and not one of a single pixel, which measures visits.
bool is_picture(std::string_view tag, std::string_view name);

/// Whether an element's content, up to its end tag, is not markup: script, style, textarea, ...
bool is_raw_element(std::string_view name);

/// Whether an element's content is not prose: code, pre, svg, ... and all raw elements.
bool is_untranslated_element(std::string_view name);

/// Whether HTML defines an element as inline, in which case a slash at the end of its start tag has
/// no effect.
bool is_known_inline_element(std::string_view name);

/// Whether the start tag `next` implicitly ends an open element `open`: <li> ends another <li>, and
/// any block ends a <p>.
bool is_ended_by(std::string_view open, std::string_view next);

/// The elements that are open at a position of a document.
class HtmlOpenElements {
 public:
  struct Element {
    std::string name;
    size_t item;  ///< index of the element's start tag
  };

  void open(std::string_view name, size_t item);
  bool has(std::string_view name) const;
  size_t count() const { return elements_.size(); }

  /// Closes the innermost element with this name, which must be open, and all elements inside it.
  Element close(std::string_view name);

  /// Closes the elements that a start tag `name` implicitly ends: an open <li> at another <li>, a
  /// <p> at any block.
  void end_before(std::string_view name);

 private:
  void pop();

  std::vector<Element> elements_;
  std::map<std::string, size_t, std::less<>> counts_;
};

struct CharacterReference {
  size_t length = 0;       ///< size in bytes, with the '&'; 0 if there is no reference
  char32_t character = 0;  ///< 0 for an unknown name
};

/// The character reference at the beginning of `text`: &eacute; &#233; &#xE9; and, as in browsers,
/// an old name without the semicolon. Knows the names of HTML 4 and &apos;.
CharacterReference character_reference(std::string_view text);

/// Appends text, writing & < > as references.
void append_escaped(std::string_view text, std::string& html);

/// Appends part of a text, writing & < > as references. Characters in `plain` stay unescaped if
/// they cannot begin a tag or a reference there.
void append_escaped(std::string_view text, size_t begin, size_t size, std::string_view plain,
                    std::string& html);

}  // namespace regard::serve
