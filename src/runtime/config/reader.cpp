#include "config/reader.h"

#include <algorithm>
#include <tuple>

#include "base/readable.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::config {
namespace {

// The value, as messages show it.
std::string found(const Node& node) {
  switch (node.kind) {
    case Node::Kind::nothing:
      return "empty";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a section of keys";
    case Node::Kind::scalar:
      break;
  }
  constexpr size_t kMostShown = 60;
  if (node.text.size() <= kMostShown) return "'" + node.text + "'";
  size_t shown = kMostShown;
  while (continues_character(node.text[shown])) --shown;
  return "'" + node.text.substr(0, shown) + "...'";
}

bool add_wrong_type(const Node& node, const std::string& key, const std::string& type,
                    Problems& problems, const std::string& remedy = {}) {
  const std::string subject = key.empty() ? "the config" : key;
  problems.add(str(subject, " must be ", type, ", but is ", found(node)), node.place, remedy);
  return false;
}

template <class Value>
bool read_scalar(const Node& node, const std::string& key, Problems& problems,
                 const std::optional<Value>& parsed, const char* type, Value& value) {
  if (!node.is_scalar() || !parsed) return add_wrong_type(node, key, type, problems);
  if (node.quoted) {
    return add_wrong_type(node, key, type, problems, "write it without quotes");
  }
  value = *parsed;
  return true;
}

}  // namespace

void Problems::add(std::string what, const Place& place, std::string remedy) {
  problems_.push_back({std::move(what), place, std::move(remedy)});
}

void Problems::throw_if_any() {
  if (problems_.empty()) return;
  if (problems_.size() == 1) {
    const auto& [what, place, remedy] = problems_.front();
    throw Error(what, place.str(), remedy);
  }
  std::stable_sort(problems_.begin(), problems_.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  std::string what = str(problems_.size(), " errors in the config");
  for (const auto& problem : problems_) {
    const std::string where = problem.place.str();
    what += str("\n", where, where.empty() ? "" : ": ", problem.what);
    if (!problem.remedy.empty()) what += str(" (", problem.remedy, ")");
  }
  throw Error(what);
}

namespace detail {

bool read_value(const Node& node, const std::string& key, Problems& problems, bool& value) {
  return read_scalar(node, key, problems, parse_bool(node.text), "true or false", value);
}

bool read_value(const Node& node, const std::string& key, Problems& problems, int64_t& value) {
  return read_scalar(node, key, problems, parse_int(node.text), "a whole number", value);
}

bool read_value(const Node& node, const std::string& key, Problems& problems, AutoInt& value) {
  return read_scalar(node, key, problems, parse_auto_int(node.text), "a whole number or auto",
                     value);
}

bool read_value(const Node& node, const std::string& key, Problems& problems, AutoDouble& value) {
  return read_scalar(node, key, problems, parse_auto_double(node.text), "a number or auto", value);
}

bool read_value(const Node& node, const std::string& key, Problems& problems, double& value) {
  return read_scalar(node, key, problems, parse_double(node.text), "a number", value);
}

bool read_value(const Node& node, const std::string& key, Problems& problems, std::string& value) {
  if (!node.is_scalar()) return add_wrong_type(node, key, "text", problems);
  value = node.text;
  return true;
}

bool read_value(const Node& node, const std::string&, Problems&, Node& value) {
  value = node;
  return true;
}

bool expect_list(const Node& node, const std::string& key, Problems& problems) {
  return node.is_list() ||
         add_wrong_type(node, key, "a list", problems, "a list with one item is written [...]");
}

bool expect_map(const Node& node, const std::string& key, Problems& problems) {
  return node.is_map() || add_wrong_type(node, key, "a section of keys", problems);
}

void add_unknown_keys(const Node& section, const std::string& name,
                      const std::vector<std::string>& known, Problems& problems) {
  for (const auto& entry : section.entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    std::string remedy = did_you_mean(entry.key, known);
    if (remedy.empty()) remedy = "use one of the keys " + join(known);
    problems.add(str("unknown option ", joined_key(name, entry.key)), entry.place, remedy);
  }
}

void add_failed_check(const Node& node, const std::string& key, const std::string& wrong,
                      const std::optional<Node>& preset, Problems& problems) {
  const auto text_of = [](const Node& value) {
    std::string text = to_yaml(value);
    text.pop_back();  // the line end
    return text;
  };
  const std::string remedy =
      preset ? str("leave it out for the default (", text_of(*preset), ")") : "";
  problems.add(str(key, " is ", text_of(node), ", but ", wrong), node.place, remedy);
}

}  // namespace detail
namespace {

/// `text` as a table cell: on one line, with bars escaped, and with <TAB> not read as HTML.
std::string cell(const std::string& text) {
  std::string safe;
  bool in_code = false;
  for (const char c : text) {
    if (c == '`') in_code = !in_code;
    if (c == '|') safe += '\\';
    if (c == '<' && !in_code) {
      safe += "&lt;";
    } else {
      safe += c == '\n' ? ' ' : c;
    }
  }
  return safe;
}

}  // namespace

std::string markdown_table(const std::vector<OptionRow>& rows) {
  const bool has_requests =
      std::ranges::any_of(rows, [](const OptionRow& row) { return !row.request.empty(); });
  std::vector<std::string> titles = {"key", "type", "default", "allowed", "meaning"};
  if (has_requests) titles.insert(titles.end() - 1, "in a request");
  std::string table = "|", rule = "|";
  for (const auto& title : titles) {
    table += " " + title + " |";
    rule += " --- |";
  }
  table += "\n" + rule + "\n";
  for (const auto& row : rows) {
    table += "| `" + row.key + "`";
    const std::string preset = row.preset.empty() ? "" : "`" + row.preset + "`";
    std::vector<std::string> texts = {row.type, preset, row.allowed, row.sentence};
    if (has_requests) texts.insert(texts.end() - 1, row.request);
    for (const auto& text : texts) {
      table += text.empty() ? " |" : " | " + cell(text);
    }
    table += " |\n";
  }
  return table;
}

}  // namespace regard::config
