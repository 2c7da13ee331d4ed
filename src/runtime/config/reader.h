#pragma once
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "config/node.h"
#include "config/one_or_list.h"
#include "config/writer.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"

namespace regard::config {

/// All problems of a config, collected so that the user can fix them at once.
class Problems {
 public:
  void add(std::string what, const Place& place, std::string remedy = {});
  bool empty() const { return problems_.empty(); }
  /// Throws Error if there are problems. For a single problem, Error has its what(), where() and
  /// remedy(). For several, what() has a line "file:line:column: what" for each, in file order.
  void throw_if_any();

 private:
  struct Problem {
    std::string what;
    Place place;
    std::string remedy;
  };
  std::vector<Problem> problems_;
};

namespace detail {

// Each function reads `node` into `value`, or adds a problem and returns false.
bool read_value(const Node& node, const std::string& key, Problems& problems, bool& value);
bool read_value(const Node& node, const std::string& key, Problems& problems, int64_t& value);
bool read_value(const Node& node, const std::string& key, Problems& problems, AutoInt& value);
bool read_value(const Node& node, const std::string& key, Problems& problems, AutoDouble& value);
bool read_value(const Node& node, const std::string& key, Problems& problems, double& value);
bool read_value(const Node& node, const std::string& key, Problems& problems, std::string& value);
bool read_value(const Node& node, const std::string& key, Problems& problems, Node& value);
template <Described Options>
bool read_value(const Node& node, const std::string& key, Problems& problems, Options& value);

bool expect_list(const Node& node, const std::string& key, Problems& problems);
bool expect_map(const Node& node, const std::string& key, Problems& problems);

template <class Value>
bool read_value(const Node& node, const std::string& key, Problems& problems,
                std::vector<Value>& values) {
  if (!expect_list(node, key, problems)) return false;
  values.clear();
  bool all_fine = true;
  for (const auto& item : node.items) {
    Value value{};
    const std::string item_key = joined_key(key, std::to_string(values.size()));
    all_fine = read_value(item, item_key, problems, value) && all_fine;
    values.push_back(std::move(value));
  }
  return all_fine;
}

template <class Value>
bool read_value(const Node& node, const std::string& key, Problems& problems,
                OneOrList<Value>& value) {
  value = {};
  value.is_list = node.is_list();
  if (value.is_list) return read_value(node, key, problems, value.items);
  return read_value(node, key, problems, value.items.emplace_back());
}

void add_unknown_keys(const Node& section, const std::string& name,
                      const std::vector<std::string>& known, Problems& problems);
// Adds the problem that `node` fails its check. The remedy offers the default, `preset`, if there
// is one.
void add_failed_check(const Node& node, const std::string& key, const std::string& wrong,
                      const std::optional<Node>& preset, Problems& problems);

// The default of an enum is its value before reading.
template <NamedEnum Enum>
bool read_value(const Node& node, const std::string& key, Problems& problems, Enum& value) {
  std::string name;
  if (!read_value(node, key, problems, name)) return false;
  const auto named = parse_name<Enum>(name);
  if (!named) {
    const std::string wrong = "must be " + anything<Enum>().allowed;
    add_failed_check(node, key, wrong, to_node(value), problems);
  }
  value = named.value_or(value);
  return named.has_value();
}

template <class Options>
bool read_fields(const Node& section, const std::string& name, std::vector<std::string> known,
                 Problems& problems, Options& options) {
  if (!section.is_nothing() && !expect_map(section, name, problems)) return false;
  bool all_fine = true;
  const Options presets = options;
  for_each_field<Options>([&](const auto& field) {
    known.push_back(field.name);
    const std::string key = joined_key(name, field.name);
    auto& value = options.*field.member;
    const Node* node = section.find(field.name);
    const bool is_left_out = node == nullptr || node->is_nothing();
    if (!is_left_out && !read_value(*node, key, problems, value)) {
      all_fine = false;
    } else if (const auto wrong = field.check(value)) {
      all_fine = false;
      if (is_left_out) {
        problems.add(key + " is missing; it " + *wrong, section.place);
        return;
      }
      const auto& preset = presets.*field.member;
      const bool has_default = !field.check(preset);
      add_failed_check(*node, key, *wrong,
                       has_default ? std::optional(to_node(preset)) : std::nullopt, problems);
    }
  });
  add_unknown_keys(section, name, known, problems);
  return all_fine;
}

template <Described Options>
bool read_value(const Node& node, const std::string& key, Problems& problems, Options& value) {
  return read_fields(node, key, {}, problems, value);
}

}  // namespace detail

/// Reads options from a section of a config; missing keys leave their options unchanged. `name` is
/// the section's key ("model"), empty for the whole file; `ignored_keys` are read elsewhere. Throws
/// one Error that lists all problems: unknown keys, wrong types, failed checks.
template <Described Options>
Options read(const Node& section, const std::string& name = {},
             const std::vector<std::string>& ignored_keys = {}, Options options = {}) {
  Problems problems;
  detail::read_fields(section, name, ignored_keys, problems, options);
  problems.throw_if_any();
  return options;
}

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
template <class Value>
std::string type_text(const OneOrList<Value>&) {
  return "section, or list of sections";
}
inline std::string type_text(const Node&) { return "section"; }

template <class Value>
std::string request_text(const Served<Value>& served) {
  if (!served.by_request) return "";
  if constexpr (std::is_same_v<Value, int64_t> || std::is_same_v<Value, double>) {
    const auto most = served.to_beam_limit ? "--beam-limit" : str(served.most);
    return str("from ", served.least, " to ", most);
  }
  return "any";
}

}  // namespace detail

/// The documentation of an option.
struct OptionRow {
  std::string key;
  std::string type;     ///< "whole number"
  std::string preset;   ///< the default, as written in a config; may be empty
  std::string allowed;  ///< "at least 1"; empty: every value of the type
  std::string request;  ///< values that a request to a server may set: "from 1 to 10"; empty: none
  std::string sentence;
};

/// One row for each field. Defaults come from a default-constructed struct.
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
                    .request = detail::request_text(field.served),
                    .sentence = field.sentence});
  });
  return rows;
}

/// The rows as a Markdown table: key, type, default, allowed values, values allowed in a request
/// (if any option has them), meaning.
std::string markdown_table(const std::vector<OptionRow>& rows);

}  // namespace regard::config
