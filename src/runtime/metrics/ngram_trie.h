#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace regard::metrics {

/// The n-grams of a reference, n = 1 to `max_order`, with their counts. A node of the trie is an
/// n-gram, and its parent is the n-gram without the last symbol. All edges are in one hash table,
/// so no n-gram is stored as a string. Created once and cleared for each sentence.
class NgramTrie {
 public:
  explicit NgramTrie(int max_order) : max_order_(max_order) { clear(); }

  void clear();

  /// Adds the n-grams of one reference. With several references, an n-gram keeps its highest count.
  void add(std::span<const std::uint32_t> symbols);

  /// Adds the n-grams of `symbols` that also occur in this trie to matches[n - 1], each counted at
  /// most as often as it occurs here.
  void count_matches(std::span<const std::uint32_t> symbols, std::span<std::int64_t> matches);

 private:
  struct Node {
    std::uint32_t count = 0;       ///< highest over the sequences added
    std::uint32_t seen = 0;        ///< occurrences in the sequence of `seen_round`
    std::uint32_t seen_round = 0;  ///< call of add or count_matches that `seen` belongs to
  };
  struct Edge {
    std::uint64_t key = 0;    ///< parent and symbol
    std::uint32_t child = 0;  ///< 0 marks a free slot: the root is never a child
    std::uint32_t generation = 0;
  };

  static constexpr std::uint32_t kRoot = 0;

  /// The edge, or the free slot for it.
  Edge& find_edge(std::uint32_t parent, std::uint32_t symbol);
  std::uint32_t find_or_add_child(std::uint32_t parent, std::uint32_t symbol);
  bool is_free(const Edge& edge) const { return edge.generation != generation_; }
  void grow();
  /// Occurrences of the n-gram in this round, including this one.
  std::uint32_t see(Node& node) const;

  int max_order_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_ = std::vector<Edge>(1U << 10U);  ///< size 2^n, at most half full
  int hash_bits_ = 10;
  std::uint32_t generation_ = 0;  ///< edges of an older generation are free: clear() touches none
  std::uint32_t round_ = 0;
};

/// Maps each distinct word to a number.
class Vocabulary {
 public:
  std::vector<std::uint32_t> symbols(std::span<const std::string_view> words);

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
};

/// The number of n-grams in a sequence of `length` symbols.
constexpr std::int64_t ngram_count(std::int64_t length, int n) {
  return length >= n ? length - n + 1 : 0;
}

}  // namespace regard::metrics
