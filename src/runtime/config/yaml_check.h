#pragma once
#include <string>

namespace regard::config {

/// Throws Error with file:line:column for a text that is not YAML; it may be several documents.
/// Only the syntax counts, and that it is not nested deeper than limits::kConfigDepth.
void check_yaml(const std::string& text, const std::string& name);

}  // namespace regard::config
