#pragma once
#include <string_view>
#include <vector>

#include "documents/field_document.h"

namespace regard::documents {

/// The value of an attribute of `xml` as a text to translate.
Field attribute_field(std::string_view xml, std::string_view value);

/// The titles and descriptions of pictures and shapes in a part of Office Open XML, for those who
/// do not see them. Names of files stay.
std::vector<Field> descriptions_in(std::string_view xml);

}  // namespace regard::documents
