#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "documents/field_document.h"

namespace regard::documents {

/// The paragraphs of runs in a part of Office Open XML, in order. Throws Error naming the part if
/// it is not well-formed. Paragraphs of Word whose runs are all in `left_language` are left out.
std::vector<Field> paragraphs_of_runs(std::string_view xml, const std::string& name,
                                      const std::string& left_language = {});

}  // namespace regard::documents
