#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// What HTML's elements are to a translation. Names are in lower case; unknown ones are inline.
namespace regard::serve {

/// Ends the text before it and begins another: p, div, li, td, h1, br, hr, ...
bool is_block_element(std::string_view name);

/// Has no content and no end tag: br, img, input, ...
bool is_void_element(std::string_view name);

/// Its content is bytes up to its own end tag, not markup: script, style, textarea, ...
bool is_raw_element(std::string_view name);

/// Its content is not language: code, pre, svg, ... and all raw elements.
bool is_untranslated_element(std::string_view name);

/// HTML defines it as inline, so that a slash before the end of its start tag means nothing.
bool is_known_inline_element(std::string_view name);

/// Whether the start tag `next` ends an open element `open` that has no end tag: <li> another <li>,
/// any block a <p>.
bool is_ended_by(std::string_view open, std::string_view next);

/// The elements that are open at a place of a document.
class HtmlOpenElements {
 public:
  struct Element {
    std::string name;
    size_t item;  ///< index of its start tag
  };

  void open(std::string_view name, size_t item);
  bool has(std::string_view name) const;
  size_t count() const { return elements_.size(); }

  /// Ends the innermost element of this name, which must be open, and all within it.
  Element close(std::string_view name);

  /// Ends what a start tag of `name` ends: an open <li> at another <li>, a <p> at any block.
  void end_before(std::string_view name);

 private:
  void pop();

  std::vector<Element> elements_;
  std::map<std::string, size_t, std::less<>> counts_;
};

struct CharacterReference {
  size_t length = 0;       ///< in bytes, from '&'; 0 if there is no reference
  char32_t character = 0;  ///< 0 for a name that is not known
};

/// The character reference that `text` begins with: &eacute; &#233; &#xE9; and, as browsers have
/// it, without the semicolon where the name is an old one. The names are those of HTML 4, and
/// &apos;.
CharacterReference character_reference(std::string_view text);

/// Appends text with & < > as references.
void append_escaped(std::string_view text, std::string& html);

/// Appends the part of a text that `begin` and `size` give, with & < > as references. Characters of
/// `plain` stay as they are where they cannot begin a tag or a reference.
void append_escaped(std::string_view text, size_t begin, size_t size, std::string_view plain,
                    std::string& html);

}  // namespace regard::serve
