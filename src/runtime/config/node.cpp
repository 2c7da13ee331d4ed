#include "config/node.h"

#include <algorithm>

#include "regard/base/str.h"
#include "regard/config/scalar.h"

namespace regard::config {

std::string Place::str() const {
  if (line == 0) return file;
  if (column == 0) return regard::str(file, ":", line);
  return regard::str(file, ":", line, ":", column);
}

Node::Node() = default;
Node::Node(const Node&) = default;
Node::Node(Node&&) noexcept = default;
Node& Node::operator=(const Node&) = default;
Node& Node::operator=(Node&&) noexcept = default;
Node::~Node() = default;

Node Node::scalar(std::string text, bool quoted) {
  Node node;
  node.kind = Kind::scalar;
  node.text = std::move(text);
  node.quoted = quoted;
  return node;
}

Node Node::list(std::vector<Node> items) {
  Node node;
  node.kind = Kind::list;
  node.items = std::move(items);
  return node;
}

Node Node::map() {
  Node node;
  node.kind = Kind::map;
  return node;
}

const Node* Node::find(std::string_view key) const {
  for (const auto& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

Node& Node::set(std::string_view key, Node value) {
  if (is_nothing()) kind = Kind::map;
  if (Node* old = find(key)) return *old = std::move(value);
  entries.push_back({std::string(key), std::move(value), {}});
  return entries.back().value;
}

bool operator==(const Node& a, const Node& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Node::Kind::nothing:
      return true;
    case Node::Kind::scalar:
      return a.text == b.text && (a.quoted == b.quoted || !looks_like_another_type(a.text));
    case Node::Kind::list:
      return a.items == b.items;
    case Node::Kind::map:
      break;
  }
  return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                    [](const Node::Entry& x, const Node::Entry& y) {
                      return x.key == y.key && x.value == y.value;
                    });
}

}  // namespace regard::config
