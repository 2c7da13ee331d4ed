#pragma once
#include <string_view>
#include <vector>

#include "documents/field_document.h"

namespace regard::documents {

/// The value of an attribute in `xml` as a text to translate.
Field attribute_field(std::string_view xml, std::string_view value);

/// Titles and descriptions (alternative texts) of pictures and shapes in a part of Office Open XML.
/// File names are left out.
std::vector<Field> descriptions_in(std::string_view xml);

}  // namespace regard::documents
