#include "regard/config/yaml_reader.h"

#include <yaml-cpp/yaml.h>

#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"

namespace regard::config {
namespace {

// Aliases of aliases grow exponentially, and an alias may refer to itself; no hand-written config
// is so large or deep.
constexpr size_t kMostNodes = 100000;
constexpr size_t kDeepest = 1000;

// Turns nodes of yaml-cpp into ours, aliases written out.
class Converter {
 public:
  explicit Converter(std::string name) : name_(std::move(name)) {}

  Place place_of(const YAML::Node& yaml) const {
    const auto mark = yaml.Mark();
    return {name_, mark.line + 1, mark.column + 1};
  }

  Node node_of(const YAML::Node& yaml, size_t depth = 0) {
    if (depth > kDeepest) throw Error("this alias refers to itself", place_of(yaml).str());
    if (++count_ > kMostNodes) {
      throw Error("aliases of aliases make this text too large", place_of(yaml).str());
    }
    Node node;
    if (yaml.IsScalar()) {
      node =
          Node::scalar(yaml.Scalar(), yaml.Tag() == "!" || yaml.Tag() == "tag:yaml.org,2002:str");
    } else if (yaml.IsSequence()) {
      node = Node::list();
      for (const auto& item : yaml) node.items.push_back(node_of(item, depth + 1));
    } else if (yaml.IsMap()) {
      node = Node::map();
      for (const auto& entry : yaml) {
        check_key(entry.first, node);
        node.entries.push_back(
            {entry.first.Scalar(), node_of(entry.second, depth + 1), place_of(entry.first)});
      }
    }
    node.place = place_of(yaml);
    return node;
  }

 private:
  void check_key(const YAML::Node& key, const Node& section) const {
    const auto where = place_of(key).str();
    if (key.IsNull()) throw Error("this key is empty", where);
    if (!key.IsScalar()) throw Error("a key must be text, not a list or a section", where);
    for (const auto& entry : section.entries) {
      if (entry.key != key.Scalar()) continue;
      throw Error(
          str("'", entry.key, "' occurs twice in this section, first at ", entry.place.str()),
          where, "keep one of them");
    }
  }

  std::string name_;
  size_t count_ = 0;
};

bool is_index(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The part of a dotted key that follows `begin`, up to the next dot.
std::string_view next_part(std::string_view key, size_t begin) {
  return key.substr(begin, key.find('.', begin) - begin);
}

// The child of `parent` named `part`, created if missing. `path` is the key up to here.
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
                  str(size, " appends an item"));
    }
    if (*index == size) parent.items.emplace_back();
    return parent.items[static_cast<size_t>(*index)];
  }
  throw Error(str(path, " is '", parent.text, "', so there is no '", part, "' in it"), where);
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
  Converter converter(name);
  try {
    const auto documents = YAML::LoadAll(std::string(text));
    if (documents.empty()) return {};
    if (documents.size() > 1) {
      throw Error("there must be one YAML document, but here is a second",
                  converter.place_of(documents[1]).str());
    }
    return converter.node_of(documents.front());
  } catch (const YAML::Exception& error) {
    const Place place = error.mark.is_null()
                            ? Place{name, 0, 0}
                            : Place{name, error.mark.line + 1, error.mark.column + 1};
    throw Error("not valid YAML: " + error.msg, place.str());
  }
}

Node read_yaml_file(const std::filesystem::path& path) {
  return read_yaml(read_file(path), path.string());
}

void apply_override(Node& root, std::string_view assignment) {
  const size_t equals = assignment.find('=');
  const std::string_view key = assignment.substr(0, equals);
  const std::string where = str("--set ", key);
  if (equals == std::string_view::npos || key.empty()) {
    throw Error(str("must be KEY=VALUE, but is '", assignment, "'"), "--set",
                "for example --set search.beam_size=8");
  }
  Node value = read_yaml(assignment.substr(equals + 1), where);
  set_places(value, {where, 0, 0});

  Node* node = &root;
  for (size_t begin = 0; begin <= key.size();) {
    const std::string_view part = next_part(key, begin);
    if (part.empty()) throw Error("a part of this key between two dots is empty", where);
    node = &child(*node, part, begin == 0 ? "the config" : key.substr(0, begin - 1), where);
    begin += part.size() + 1;
  }
  *node = std::move(value);
}

}  // namespace regard::config
