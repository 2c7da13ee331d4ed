#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::config {

/// The position of a value in its file. Lines and columns count from 1; 0 is unknown.
struct Place {
  std::string file;  ///< a path, or "--set KEY" for a value from the command line
  int line = 0;
  int column = 0;

  /// The place as "file:line:column", without unknown parts.
  std::string str() const;
};

/// A config value before its type is known: nothing, a scalar, a list, or a map that keeps the
/// order of its keys.
struct Node {
  enum class Kind { nothing, scalar, list, map };
  struct Entry;

  Kind kind = Kind::nothing;
  std::string text;            ///< text of a scalar
  bool quoted = false;         ///< a string even if it looks like a different type: "no", "1.0"
  std::vector<Node> items;     ///< items of a list
  std::vector<Entry> entries;  ///< entries of a map; keys are unique
  Place place;

  Node();
  Node(const Node&);
  Node(Node&&) noexcept;
  Node& operator=(const Node&);
  Node& operator=(Node&&) noexcept;
  ~Node();

  static Node scalar(std::string text, bool quoted = false);
  static Node list(std::vector<Node> items = {});
  static Node map();

  bool is_nothing() const { return kind == Kind::nothing; }
  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }

  /// The value of a key; null if the key is missing or this is not a map.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  /// Appends a key to a map, or changes its value in place. An empty node becomes a map.
  Node& set(std::string_view key, Node value);
};

struct Node::Entry {
  std::string key;
  Node value;
  Place place;  ///< place of the key
};

/// Compares values and their order; ignores places, and quotes unless they change a value.
bool operator==(const Node& a, const Node& b);

/// The reason why a vocabulary cannot contain this user-defined symbol: "is empty". No value if it
/// can. The tag of a corpus is such a symbol.
std::optional<std::string> wrong_symbol(const std::string& symbol);

/// The reason why a vocabulary cannot contain these symbols, which must be distinct: "</s> is a
/// special token already".
std::optional<std::string> wrong_symbol_of(const std::vector<std::string>& symbols);

}  // namespace regard::config
