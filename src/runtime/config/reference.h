#pragma once
#include <string>
#include <vector>

#include "config/fields.h"
#include "config/writer.h"
#include "regard/config/scalar.h"

namespace regard::config {
namespace detail {

template <class Value>
std::string type_text(const Value& value) {
  return type_name(value);
}
template <class Value>
std::string type_text(const std::vector<Value>&) {
  if constexpr (Described<Value>)
    return "list of sections";
  else
    return "list of " + type_name(Value{});
}
template <Described Options>
std::string type_text(const Options&) {
  return "section";
}
inline std::string type_text(const Node&) { return "section"; }

}  // namespace detail

/// What a reader is told of an option.
struct OptionRow {
  std::string key;
  std::string type;     ///< "whole number"
  std::string preset;   ///< the default, as a config has it; may be empty
  std::string allowed;  ///< "at least 1"; empty: every value of the type
  std::string sentence;
};

/// A row for each field. Defaults come from a default-constructed struct.
template <Described Options>
std::vector<OptionRow> reference_rows() {
  const Options presets;
  std::vector<OptionRow> rows;
  for_each_field<Options>([&](const auto& field) {
    const auto& preset = presets.*field.member;
    const Node node = to_node(preset);
    rows.push_back({.key = field.name,
                    .type = detail::type_text(preset),
                    .preset = node.is_scalar() ? node.text : "",
                    .allowed = field.check.allowed,
                    .sentence = field.sentence});
  });
  return rows;
}

/// The rows as a Markdown table: key, type, default, allowed values, meaning.
std::string markdown_table(const std::vector<OptionRow>& rows);

}  // namespace regard::config
