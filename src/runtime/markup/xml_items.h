#pragma once
#include <string_view>
#include <vector>

#include "markup/html_items.h"
#include "markup/markup_rules.h"

namespace regard::serve {

/// The items of XML, which must outlive them. Throws MalformedXml as XmlScanner does.
///
/// An element ends a sentence if `rules` say so. Otherwise, with outline detection, it does if it
/// is in an element, or in a document, without text of its own; within a sentence only if it is one
/// of several siblings of one name. <br/> does. Elements that are ignored and CDATA sections are
/// copied.
std::vector<HtmlItem> xml_items(std::string_view xml, const MarkupRules& rules);

}  // namespace regard::serve
