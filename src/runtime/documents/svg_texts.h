#pragma once
#include <string_view>
#include <vector>

#include "documents/field_document.h"

namespace regard::documents {

/// The texts of an <svg> element inside of `html`, in order: its titles, descriptions and <text>
/// elements, unless they are marked as untranslated. A <tspan> with a position ends a line.
std::vector<Field> svg_texts(std::string_view html, std::string_view svg);

}  // namespace regard::documents
