#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "config/node.h"
#include "regard/base/error.h"

namespace regard::config {

/// The problem with a text that yaml-cpp rejects at `place` with `message`: in words of its own,
/// which name a tab that indents a line, because yaml-cpp only meets its consequences.
Error yaml_problem(std::string_view text, const Place& place, std::string_view message);

/// Reads YAML: one document of maps, lists and scalars; anchors and aliases are expanded. Values
/// have no type yet: `no` is the text "no" until an option asks for true or false. Throws Error
/// with file:line:column for invalid syntax and for a duplicate key. An empty text is
/// Kind::nothing; one that exceeds a bound of base/limits.h is refused before more of it is read.
/// `name` is the text's name in messages.
Node read_yaml(std::string_view text, const std::string& name);
Node read_yaml_file(const std::filesystem::path& path);

/// Sets one value: "search.beam_size=8", "data.train.0.source=train.en", "model={type:
/// transformer}". Missing sections are created; a number is the index of a list item, and one past
/// the last appends. The value is YAML; an empty one restores the default. Its place is "--set
/// KEY".
void apply_override(Node& root, std::string_view assignment);

}  // namespace regard::config
