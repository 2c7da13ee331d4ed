#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "markup/markup_rules.h"
#include "markup/xml_scanner.h"

namespace regard::serve {

/// What a translation has to know of a piece of HTML. `bytes` of all items, in order, are the
/// document.
struct HtmlItem {
  enum class Role {
    text,
    opens,   ///< an inline element
    closes,  ///< an inline element
    mark,    ///< whole in itself and inline: <img>, or an element that is not translated
    note,    ///< takes no room, and stays in the order of the others: a comment, a script
    block,   ///< ends the text before it, and never moves
    kept,    ///< an element of a few words that are not translated (html_segment.h)
  };
  static constexpr size_t kNoPartner = static_cast<size_t>(-1);

  Role role = Role::text;
  std::string_view bytes;
  size_t partner = kNoPartner;  ///< the item of the other tag; none for a tag without one
  bool holds_space = false;     ///< a mark that is white space, which parts words
};

/// The items of a document, which must outlive them. Pairs of tags lie within one another or apart.
/// Elements that `rules` ignore, or that are in their target language, are not translated.
std::vector<HtmlItem> html_items(std::string_view html, const MarkupRules& rules = {});

/// Whether XML 1.0 has a character ("Char" of its grammar).
bool is_xml_character(char32_t c);

/// Bytes of the name at the beginning of UTF-8 text ("Name" of the grammar, fifth edition); 0 if
/// none begins there.
size_t xml_name_size(std::string_view text);

/// The items of XML, which must outlive them. Throws MalformedXml as XmlScanner does.
///
/// An element ends a sentence if `rules` say so. Otherwise, with outline detection, it does if it
/// is in an element, or in a document, without text of its own; within a sentence only if it is one
/// of several siblings of one name. <br/> does. Elements that are ignored and CDATA sections are
/// copied.
std::vector<HtmlItem> xml_items(std::string_view xml, const MarkupRules& rules,
                                Entities entities = Entities::none);

}  // namespace regard::serve
