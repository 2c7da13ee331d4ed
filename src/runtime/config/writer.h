#pragma once
#include <string>
#include <type_traits>
#include <vector>

#include "config/node.h"
#include "config/one_or_list.h"
#include "regard/config/check.h"
#include "regard/config/scalar.h"

namespace regard::config {

/// Options describe themselves: a struct of plain members with
///   template <class Visitor> static void describe(Visitor& v) {
///     v.field("beam_size", &O::beam_size, count_of(1, limits::kBeam), "Hypotheses kept per
///     sentence.");
///   }
/// Reading, writing, checking, --help and the reference are visitors. A member may be bool,
/// int64_t, double, Auto of either, std::string, a NamedEnum, std::vector<std::string>, another
/// described struct, a std::vector or OneOrList of those, or Node, a section that is read
/// elsewhere. The check is optional. So is the last argument, which says how users of a server may
/// set the option.

/// One field of a description.
template <class Options, class Value>
struct Field {
  std::string name;
  Value Options::*member;
  Check<Value> check;
  std::string sentence;
  Served<Value> served = {};
};

/// Calls `function` with each Field of a description, in order.
template <class Function>
class FieldVisitor {
 public:
  explicit FieldVisitor(Function& function) : function_(function) {}

  template <class Options, class Value>
  void field(const char* name, Value Options::*member,
             const std::type_identity_t<Check<Value>>& check, const char* sentence,
             const std::type_identity_t<Served<Value>>& served = {}) {
    function_(Field<Options, Value>{name, member, check, sentence, served});
  }

  template <class Options, class Value>
  void field(const char* name, Value Options::*member, const char* sentence,
             const std::type_identity_t<Served<Value>>& served = {}) {
    function_(Field<Options, Value>{name, member, anything<Value>(), sentence, served});
  }

 private:
  Function& function_;
};

template <class Options, class Function>
void for_each_field(Function function) {
  FieldVisitor<Function> visitor(function);
  Options::describe(visitor);
}

namespace detail {
struct IgnoreField {
  template <class Field>
  void operator()(const Field&) const {}
};
}  // namespace detail

/// A struct with a description.
template <class Value>
concept Described = requires(FieldVisitor<detail::IgnoreField>& visitor) {
  Value::describe(visitor);
};

/// Joins two keys: "search", "beam_size" -> "search.beam_size".
inline std::string joined_key(const std::string& section, const std::string& key) {
  return section.empty() ? key : section + "." + key;
}

/// The YAML text of a node: sections indented by two spaces, lists of scalars on one line. Equal
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

template <class Value>
Node to_node(const OneOrList<Value>& value) {
  if (value.is_list) return to_node(value.items);
  return to_node(value.items.empty() ? Value() : value.items.front());
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

/// A key whose values differ; "(none)" stands for a key or item that one side lacks.
struct Difference {
  std::string key;
  std::string before;
  std::string after;

  /// The difference as text: "search.beam_size: 5 -> 8"
  std::string str() const { return key + ": " + before + " -> " + after; }
};

/// All differing values, in the order of `before`.
std::vector<Difference> differences(const Node& before, const Node& after);

template <Described Options>
std::vector<Difference> differences(const Options& before, const Options& after) {
  return differences(to_node(before), to_node(after));
}

}  // namespace regard::config
