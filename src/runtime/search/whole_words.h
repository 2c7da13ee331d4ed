#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace regard::search {

/// Keeps search from leaving a word unfinished: none of the boundaries may follow one. Forbidden
/// tokens still count in the softmax.
struct WholeWords {
  /// Whether the tokens of a hypothesis end within a word. Empty: they never do. Several threads
  /// call it at once.
  std::function<bool(std::span<const int64_t> tokens)> end_within_word = {};
  std::vector<int64_t> boundaries = {};  ///< in ascending order, eos among them

  bool forbid_boundary_after(std::span<const int64_t> tokens) const {
    return end_within_word && end_within_word(tokens);
  }
};

}  // namespace regard::search
