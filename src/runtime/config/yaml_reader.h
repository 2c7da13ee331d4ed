#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "config/node.h"
#include "regard/base/error.h"

namespace regard::config {

/// Explains in our own words why yaml-cpp rejects a text at `place` with `message`. The message
/// names a tab used for indentation, because yaml-cpp only reports the consequences.
Error yaml_problem(std::string_view text, const Place& place, std::string_view message);

/// Reads a YAML document of maps, lists and scalars; anchors and aliases are expanded. Values have
/// no type yet: `no` is the string "no" until an option asks for a boolean. Throws Error with
/// file:line:column for invalid syntax and for a duplicate key. An empty text gives Kind::nothing;
/// a text that exceeds a limit in base/limits.h is rejected without reading the rest. `name` is the
/// name used in messages.
Node read_yaml(std::string_view text, const std::string& name);
Node read_yaml_file(const std::filesystem::path& path);

/// Sets a value: "search.beam_size=8", "data.train.0.source=train.en", "model={type: transformer}".
/// Missing sections are created. A number is the index of a list item; the index after the last one
/// appends an item. The value is YAML; an empty one restores the default. Its place is "--set KEY".
void apply_override(Node& root, std::string_view assignment);

}  // namespace regard::config
