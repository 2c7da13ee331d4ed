#pragma once
#include <string>

#include "regard/config/fields.h"
#include "regard/config/scalar.h"
#include "regard/config/writer.h"

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

/// `text` as a table cell: no line breaks, no bare bars, and <TAB> is not HTML.
std::string cell(const std::string& text);
std::string table_head();
std::string table_row(const std::string& key, const std::string& type, const std::string& preset,
                      const std::string& allowed, const std::string& sentence);

}  // namespace detail

/// A Markdown table of options: key, type, default, allowed values, meaning. Defaults come from a
/// default-constructed struct.
template <Described Options>
std::string reference_table() {
  const Options presets;
  std::string table = detail::table_head();
  for_each_field<Options>([&](const auto& field) {
    const auto& preset = presets.*field.member;
    const Node node = to_node(preset);
    std::string text;
    if (node.is_scalar()) text = node.text.empty() ? "" : "`" + node.text + "`";
    table += detail::table_row(field.name, detail::type_text(preset), text, field.check.allowed,
                               field.sentence);
  });
  return table;
}

}  // namespace regard::config
