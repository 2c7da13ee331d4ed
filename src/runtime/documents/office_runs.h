#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "documents/field_document.h"

namespace regard::documents {

/// The paragraphs of runs in a part of Office Open XML, in order. Throws Error naming the part if
/// it is not well-formed.
std::vector<Field> paragraphs_of_runs(std::string_view xml, const std::string& name);

}  // namespace regard::documents
