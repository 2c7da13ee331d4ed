#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "regard/config/node.h"

namespace regard::config {

/// Reads YAML: one document of maps, lists and scalars; anchors and aliases are written out.
/// Nothing has a type yet: `no` is the text "no" until an option wants true or false. Throws Error
/// with file:line:column for wrong syntax and for a key that stands twice in a map. An empty text
/// is Kind::nothing. `name` is what messages call the text.
Node read_yaml(std::string_view text, const std::string& name);
Node read_yaml_file(const std::filesystem::path& path);

/// Sets one value: "search.beam_size=8", "data.train.0.source=train.en", "model={type:
/// transformer}". Missing sections are created; a number is the index of a list item, one past the
/// last appends. The value is YAML; an empty one puts the default back. Its place is "--set KEY".
void apply_override(Node& root, std::string_view assignment);

}  // namespace regard::config
