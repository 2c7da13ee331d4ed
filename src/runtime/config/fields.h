#pragma once
#include <string>
#include <type_traits>
#include <vector>

#include "config/node.h"
#include "regard/config/check.h"

namespace regard::config {

/// Options describe themselves: a struct of plain members with
///   template <class Visitor> static void describe(Visitor& v) {
///     v.field("beam_size", &O::beam_size, count_of(1, limits::kBeam), "Hypotheses kept per
///     sentence.");
///   }
/// Reading, writing, checking, --help and the reference are visitors. A member may be bool,
/// int64_t, double, Auto of either, std::string, a NamedEnum, std::vector<std::string>, another
/// described struct, a std::vector of those, or Node, a section read elsewhere. The check is
/// optional.

/// One field of a description.
template <class Options, class Value>
struct Field {
  std::string name;
  Value Options::*member;
  Check<Value> check;
  std::string sentence;
};

/// Calls `function` with each Field of a description, in order.
template <class Function>
class FieldVisitor {
 public:
  explicit FieldVisitor(Function& function) : function_(function) {}

  template <class Options, class Value>
  void field(const char* name, Value Options::*member,
             const std::type_identity_t<Check<Value>>& check, const char* sentence) {
    function_(Field<Options, Value>{name, member, check, sentence});
  }

  template <class Options, class Value>
  void field(const char* name, Value Options::*member, const char* sentence) {
    function_(Field<Options, Value>{name, member, anything<Value>(), sentence});
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

/// A struct that has a description.
template <class Value>
concept Described = requires(FieldVisitor<detail::IgnoreField>& visitor) {
  Value::describe(visitor);
};

/// "search" and "beam_size" -> "search.beam_size".
inline std::string joined_key(const std::string& section, const std::string& key) {
  return section.empty() ? key : section + "." + key;
}

}  // namespace regard::config
