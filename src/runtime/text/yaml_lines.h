#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "text/structured_lines.h"

namespace regard::text {

/// The lines of a YAML document, each without its end; none if it is not one: lines with a key and
/// a value, and nothing but items of lists, comments, and what is indented below them. Keys,
/// comments, anchors, aliases and the marks of a folded text stay. The lines of a text below its
/// key are not structured.
std::vector<StructuredLine> yaml_lines(std::span<const std::string_view> lines);

}  // namespace regard::text
