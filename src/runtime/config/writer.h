#pragma once
#include <string>
#include <vector>

#include "config/fields.h"
#include "config/node.h"
#include "regard/config/scalar.h"

namespace regard::config {

/// YAML text of a node: sections indented by two spaces, lists of plain values on one line. Equal
/// nodes give equal texts, which read back as the same node.
std::string to_yaml(const Node& node);

inline Node to_node(bool value) { return Node::scalar(format_value(value)); }
inline Node to_node(int64_t value) { return Node::scalar(format_value(value)); }
inline Node to_node(double value) { return Node::scalar(format_value(value)); }
inline Node to_node(const std::string& value) { return Node::scalar(value, true); }
inline Node to_node(const Node& value) { return value; }
template <NamedEnum Enum>
Node to_node(Enum value) {
  return Node::scalar(name_of(value), true);
}
template <class Number>
Node to_node(const Auto<Number>& value) {
  return Node::scalar(format_value(value));
}
template <Described Options>
Node to_node(const Options& options);

template <class Value>
Node to_node(const std::vector<Value>& values) {
  Node list = Node::list();
  for (const auto& value : values) list.items.push_back(to_node(value));
  return list;
}

/// Options with every value written out, in the order of their description.
template <Described Options>
Node to_node(const Options& options) {
  Node map = Node::map();
  for_each_field<Options>(
      [&](const auto& field) { map.set(field.name, to_node(options.*field.member)); });
  return map;
}

template <Described Options>
std::string to_yaml(const Options& options) {
  return to_yaml(to_node(options));
}

/// One key whose values differ; "(none)" stands for a key or item that one side lacks.
struct Difference {
  std::string key;
  std::string before;
  std::string after;

  /// "search.beam_size: 5 -> 8"
  std::string str() const { return key + ": " + before + " -> " + after; }
};

/// All differences of single values, in the order of `before`.
std::vector<Difference> differences(const Node& before, const Node& after);

template <Described Options>
std::vector<Difference> differences(const Options& before, const Options& after) {
  return differences(to_node(before), to_node(after));
}

}  // namespace regard::config
