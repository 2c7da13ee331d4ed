#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regard::store {

/// What a pickle of Python says, as data. Nothing is executed or imported: a call stays a note of
/// what would be called with which arguments, and only functions that the reader names may stand
/// there.
struct Pickle {
  enum class Kind { none, boolean, integer, real, text, list, map, function, call, persistent };

  struct Node {
    Kind kind = Kind::none;
    int64_t number = 0;  ///< integer, boolean
    std::string text;    ///< text; the name of a function, "torch.FloatStorage"
    /// Items of a list or tuple. Of a call the function, and a tuple of its arguments. The tuple
    /// of a persistent object.
    std::vector<size_t> items;
    /// Of a map, or of a call that makes one, keys and values by turns.
    std::vector<size_t> entries;
  };

  std::vector<Node> nodes;  ///< named by their place; one may contain itself
  size_t root = 0;

  const Node& at(size_t node) const { return nodes[node]; }
};

/// Takes one pickle off the front of `bytes`. It may use the opcodes with which torch.save writes
/// maps of tensors, and `functions`. Throws Error, naming `path`, for any other, and for one that
/// is damaged.
Pickle take_pickle(std::string_view& bytes, std::span<const char* const> functions,
                   const std::string& path);

}  // namespace regard::store
