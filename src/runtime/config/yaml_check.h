#pragma once
#include <string>

namespace regard::config {

/// Throws Error with file:line:column for invalid YAML and for nesting deeper than
/// limits::kConfigDepth. Several documents are allowed.
void check_yaml(const std::string& text, const std::string& name);

}  // namespace regard::config
