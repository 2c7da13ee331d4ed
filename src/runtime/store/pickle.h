#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regard::store {

/// The content of a Python pickle, as data. Nothing is executed or imported: a call is recorded as
/// a function name with arguments, and only functions that the reader lists are accepted.
struct Pickle {
  enum class Kind { none, boolean, integer, real, text, list, map, function, call, persistent };

  struct Node {
    Kind kind = Kind::none;
    int64_t number = 0;  ///< integer, boolean
    std::string text;    ///< string, or name of a function, e.g. "torch.FloatStorage"
    /// The items of a list or tuple. For a call, the function and a tuple of its arguments. For a
    /// persistent object, its tuple.
    std::vector<size_t> items;
    /// For a map, or a call that creates one: alternating keys and values.
    std::vector<size_t> entries;
  };

  std::vector<Node> nodes;  ///< refer to each other by index; a node may contain itself
  size_t root = 0;

  const Node& at(size_t node) const { return nodes[node]; }
};

/// Removes one pickle from the front of `bytes` and parses it. The pickle may use only `functions`
/// and the opcodes with which torch.save writes maps of tensors. Throws Error naming `path` for
/// anything else, and if the pickle is damaged.
Pickle take_pickle(std::string_view& bytes, std::span<const char* const> functions,
                   const std::string& path);

}  // namespace regard::store
