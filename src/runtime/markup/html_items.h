#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "markup/markup_rules.h"
#include "markup/xml_scanner.h"

namespace regard::serve {

/// The role of a piece of HTML in translation. The `bytes` of all items, in order, form the
/// document.
struct HtmlItem {
  enum class Role {
    text,
    opens,    ///< start tag of an inline element
    closes,   ///< end tag of an inline element
    mark,     ///< complete and inline: <img>, or an untranslated element
    note,     ///< takes no space and keeps its order among notes: a comment, a script
    block,    ///< ends the preceding text and never moves
    kept,     ///< an untranslated element of a few words (html_segment.h)
    word,     ///< a mark that may stand for a word: code, a placeholder
    picture,  ///< a mark that may stand for a word within a sentence: an image
  };
  static constexpr size_t kNoPartner = static_cast<size_t>(-1);

  Role role = Role::text;
  std::string_view bytes;
  size_t partner = kNoPartner;  ///< index of the matching tag, if any
  bool holds_space = false;     ///< a mark that is white space, which separates words
};

/// The items of `html`, which must outlive them. Pairs of tags are nested or disjoint. Elements
/// that `rules` ignore, and those already in the target language, are not translated.
std::vector<HtmlItem> html_items(std::string_view html, const MarkupRules& rules = {});

/// Whether XML 1.0 allows a character ("Char" in its grammar).
bool is_xml_character(char32_t c);

/// Size of the name at the beginning of UTF-8 text ("Name" in XML 1.0, fifth edition); 0 if there
/// is none.
size_t xml_name_size(std::string_view text);

/// The items of `xml`, which must outlive them. Throws MalformedXml like XmlScanner.
///
/// An element ends a sentence if `rules` say so; <br/> always does. With outline detection, any
/// other element does if its parent (an element or the document) has no text of its own; within a
/// sentence, only if it is one of several siblings with the same name. Ignored elements and CDATA
/// sections are copied.
std::vector<HtmlItem> xml_items(std::string_view xml, const MarkupRules& rules,
                                Entities entities = Entities::none);

}  // namespace regard::serve
