#include "config/yaml_reader.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>

#include "base/atomic_file.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"

namespace regard::config {
namespace {

constexpr auto kIndent = "indent the keys of a section equally, with spaces";
constexpr auto kQuote = "put a value that contains such a character into quotes";

/// Explains yaml-cpp messages that begin with `message`.
struct Explanation {
  std::string_view message;
  const char* what;
  const char* remedy;
};

constexpr std::array kExplanations = {
    Explanation{"illegal map value", "the colon does not belong to a key",
                "indent the keys of a section equally; put a value with ': ' in it into quotes"},
    Explanation{"illegal map key", "a key is not allowed here", kIndent},
    Explanation{"illegal block entry", "a list item is not allowed here",
                "indent the items of a list equally, each with '- '"},
    Explanation{"illegal flow end", "this bracket has no opening bracket",
                "remove it, or open it earlier"},
    Explanation{"end of map not found", "the section ends in the middle of a line", kIndent},
    Explanation{"end of map flow not found", "a '{' is not closed", "close it with '}'"},
    Explanation{"end of sequence not found", "the list ends in the middle of a line",
                "indent the items of a list equally, each with '- '"},
    Explanation{"end of sequence flow not found", "a '[' is not closed", "close it with ']'"},
    Explanation{"illegal EOF in scalar", "a quote is not closed", "close it"},
    Explanation{"illegal document indicator in scalar", "a quote is not closed before '---'",
                "close it"},
    Explanation{"illegal character in scalar", "a value cannot begin with this character", kQuote},
    Explanation{"unknown token", "a value cannot begin with this character", kQuote},
    Explanation{"unknown escape character", "unknown escape in double quotes",
                "write '\\\\' for a backslash, or use single quotes"},
    Explanation{"bad character found while scanning hex",
                "the escape has an invalid hexadecimal digit",
                "use single quotes, which have no escapes"},
    Explanation{"invalid unicode", "the escape does not name a character",
                "write the character itself"},
    Explanation{"the referenced anchor is not defined", "this alias (*) does not name an anchor",
                "define it earlier with &NAME, or write the value out"},
    Explanation{"alias not found after *", "a '*' here begins an alias, but no name follows",
                kQuote},
    Explanation{"anchor not found after &", "an '&' here begins an anchor, but no name follows",
                kQuote},
    Explanation{"illegal character found while scanning", "an alias or anchor has an invalid name",
                "name it with letters and digits, or put the value into quotes"},
    Explanation{"aliases can't have any content", "an alias (*) cannot have a value of its own",
                "write the value out"},
    Explanation{"cannot assign multiple", "the value has more than one tag, anchor or alias",
                "keep one of them"},
    Explanation{"illegal tab when looking for indentation", "the indentation contains a tab",
                "indent with spaces"},
};

/// The place of the first tab used for indentation, up to line `last`.
std::optional<Place> tab_in_indentation(std::string_view text, const Place& last) {
  for (int line = 1; line <= last.line && !text.empty(); ++line) {
    const auto content = text.substr(0, text.find('\n'));
    const auto tab = content.substr(0, content.find_first_not_of(" \t")).find('\t');
    if (tab != std::string_view::npos) return Place{last.file, line, static_cast<int>(tab) + 1};
    text.remove_prefix(std::min(content.size() + 1, text.size()));
  }
  return std::nullopt;
}

}  // namespace

Error yaml_problem(std::string_view text, const Place& place, std::string_view message) {
  if (const auto tab = tab_in_indentation(text, place)) {
    return Error("not valid YAML: the line is indented with a tab", tab->str(),
                 "indent it with spaces; YAML allows no tabs there");
  }
  for (const auto& row : kExplanations) {
    if (message.starts_with(row.message)) {
      return Error(str("not valid YAML: ", row.what), place.str(), row.remedy);
    }
  }
  return Error("not valid YAML", place.str(),
               "see the examples that regard config reference prints");
}

namespace {

// Builds a Node from the events of yaml-cpp's parser.
class Builder : public YAML::EventHandler {
 public:
  explicit Builder(std::string name) : name_(std::move(name)) {}

  Node take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Node node;
    node.place = place(mark);
    if (!open_.empty() && open_.back().node.is_map() && !open_.back().has_key) {
      throw Error("this key is empty", node.place.str());
    }
    add(std::move(node), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    // A tag without a value means an empty string.
    const bool is_text = tag == "!" || tag == "tag:yaml.org,2002:str" || value.empty();
    Node node = Node::scalar(value, is_text);
    node.place = place(mark);
    add(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw Error("this alias refers to itself", place(mark).str());
    count(found->second, place(mark));
    add(found->second, YAML::NullAnchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::list(), mark, anchor);
  }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::map(), mark, anchor);
  }

  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  // A list or map that is still open.
  struct Open {
    Node node;
    YAML::anchor_t anchor = YAML::NullAnchor;
    bool has_key = false;
    std::string key;
    Place key_place;
  };

  Place place(const YAML::Mark& mark) const { return {name_, mark.line + 1, mark.column + 1}; }

  void open(Node node, const YAML::Mark& mark, YAML::anchor_t anchor) {
    node.place = place(mark);
    if (!open_.empty() && open_.back().node.is_map() && !open_.back().has_key) {
      throw Error("a key must be text, not a list or a section", node.place.str());
    }
    if (open_.size() == limits::kConfigDepth) {
      throw Error(str("is nested more than ", limits::kConfigDepth, " levels deep"),
                  node.place.str());
    }
    open_.push_back({std::move(node), anchor, false, {}, {}});
  }

  void close() {
    Open closed = std::move(open_.back());
    open_.pop_back();
    add(std::move(closed.node), closed.anchor);
  }

  void add(Node node, YAML::anchor_t anchor) {
    count_one(node.place);
    if (anchor != YAML::NullAnchor) {
      count(node, node.place);
      anchors_[anchor] = node;
    }
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.is_list()) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      if (!node.is_scalar()) throw Error("a key must be text", node.place.str());
      add_key(parent, node);
    } else {
      parent.node.entries.push_back({parent.key, std::move(node), parent.key_place});
      parent.has_key = false;
    }
  }

  void add_key(Open& parent, const Node& key) {
    if (key.text == "<<" && !key.quoted) {
      throw Error("merge keys (<<) are not supported", key.place.str(),
                  "write the keys out; an alias (*NAME) can stand for a whole value");
    }
    for (const auto& entry : parent.node.entries) {
      if (entry.key == key.text) {
        throw Error(
            str("'", key.text, "' occurs twice in this section, first at ", entry.place.str()),
            key.place.str(), "keep one of them");
      }
    }
    parent.has_key = true;
    parent.key = key.text;
    parent.key_place = key.place;
  }

  // Nested aliases can grow exponentially.
  void count_one(const Place& place) {
    if (++nodes_ > limits::kConfigNodes) {
      throw Error(
          str("this text has more than ", limits::kConfigNodes, " values, with aliases expanded"),
          place.str());
    }
  }

  void count(const Node& node, const Place& place) {
    count_one(place);
    for (const auto& item : node.items) count(item, place);
    for (const auto& entry : node.entries) count(entry.value, place);
  }

  std::string name_;
  Node root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchors_;
  size_t nodes_ = 0;  // nodes so far, including copies kept for anchors
};

bool is_index(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The part of a dotted key from `begin` to the next dot.
std::string_view next_part(std::string_view key, size_t begin) {
  return key.substr(begin, key.find('.', begin) - begin);
}

// The child of `parent` named `part`, created if missing. `path` is the key up to this part.
Node& child(Node& parent, std::string_view part, std::string_view path, const std::string& where) {
  if (parent.is_nothing()) {
    parent = is_index(part) ? Node::list() : Node::map();
    parent.place = {where, 0, 0};
  }
  if (parent.is_map()) {
    Node* found = parent.find(part);
    if (found == nullptr) {
      found = &parent.set(part, Node());
      parent.entries.back().place = {where, 0, 0};
    }
    return *found;
  }
  if (parent.is_list()) {
    const auto index = is_index(part) ? parse_int(part) : std::nullopt;
    const auto size = static_cast<int64_t>(parent.items.size());
    if (!index || *index > size) {
      throw Error(str(path, " is a list, so '", part, "' must be a number from 0 to ", size), where,
                  str("use ", size, " to append an item"));
    }
    if (*index == size) parent.items.emplace_back();
    return parent.items[static_cast<size_t>(*index)];
  }
  throw Error(str(path, " is '", parent.text, "', so it has no '", part, "'"), where);
}

void set_places(Node& node, const Place& place) {
  node.place = place;
  for (auto& item : node.items) set_places(item, place);
  for (auto& entry : node.entries) {
    entry.place = place;
    set_places(entry.value, place);
  }
}

}  // namespace

Node read_yaml(std::string_view text, const std::string& name) {
  if (text.size() > limits::kConfigBytes) {
    throw Error(str("has more than ", limits::kConfigBytes, " bytes"), name);
  }
  if (text.find('\r') != std::string_view::npos && text.find('\n') == std::string_view::npos) {
    throw Error("has carriage returns (\\r) but no line feeds (\\n)", name,
                "convert it: tr '\\r' '\\n'");
  }
  Builder builder(name);
  try {
    std::istringstream in{std::string(text)};
    YAML::Parser parser(in);
    if (!parser.HandleNextDocument(builder)) return {};
    Node root = builder.take_root();
    Builder rest(name);
    if (parser.HandleNextDocument(rest)) {
      const Node second = rest.take_root();
      throw Error("contains a second YAML document; keep one", second.place.str());
    }
    return root;
  } catch (const YAML::Exception& error) {
    const Place place = error.mark.is_null()
                            ? Place{name, 0, 0}
                            : Place{name, error.mark.line + 1, error.mark.column + 1};
    throw yaml_problem(text, place, error.msg);
  }
}

Node read_yaml_file(const std::filesystem::path& path) {
  return read_yaml(read_file_or_pipe(path, limits::kConfigBytes), path.string());
}

void apply_override(Node& root, std::string_view assignment) {
  const size_t equals = assignment.find('=');
  const std::string_view key = assignment.substr(0, equals);
  const std::string where = str("--set ", key);
  if (equals == std::string_view::npos || key.empty()) {
    throw Error(str("must be KEY=VALUE, but is '", assignment, "'"), "--set",
                "write it like --set search.beam_size=8");
  }
  // An empty value is an empty text, so an empty value for a number is an error. Only a section
  // can be emptied: --set data.valid=
  const auto written = trimmed(assignment.substr(equals + 1));
  Node value = read_yaml(written.empty() ? "''" : assignment.substr(equals + 1), where);
  set_places(value, {where, 0, 0});

  Node* node = &root;
  for (size_t begin = 0; begin <= key.size();) {
    const std::string_view part = next_part(key, begin);
    if (part.empty()) throw Error("a part of this key between two dots is empty", where);
    node = &child(*node, part, begin == 0 ? "the config" : key.substr(0, begin - 1), where);
    begin += part.size() + 1;
  }
  *node = written.empty() && node->is_map() ? read_yaml("", where) : std::move(value);
}

}  // namespace regard::config
