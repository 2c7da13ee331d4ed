#include "metrics/ngram_trie.h"

#include <algorithm>
#include <utility>

namespace regard::metrics {

void NgramTrie::clear() {
  nodes_.assign(1, Node{});
  if (++generation_ == 0) {  // the counter wrapped around: very old edges would look current
    std::fill(edges_.begin(), edges_.end(), Edge{});
    generation_ = 1;
  }
}

NgramTrie::Edge& NgramTrie::find_edge(std::uint32_t parent, std::uint32_t symbol) {
  // Fibonacci hashing: the highest bits are mixed best.
  constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
  const std::uint64_t key = (std::uint64_t{parent} << 32U) | symbol;
  std::size_t place = (key * kGoldenRatio) >> (64 - hash_bits_);
  while (!is_free(edges_[place]) && edges_[place].key != key) {
    place = (place + 1) & (edges_.size() - 1);
  }
  Edge& edge = edges_[place];
  if (is_free(edge)) edge.key = key;
  return edge;
}

std::uint32_t NgramTrie::find_or_add_child(std::uint32_t parent, std::uint32_t symbol) {
  if (nodes_.size() * 2 >= edges_.size()) grow();
  Edge& edge = find_edge(parent, symbol);
  if (is_free(edge)) {
    edge.generation = generation_;
    edge.child = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  }
  return edge.child;
}

void NgramTrie::grow() {
  const auto old = std::exchange(edges_, std::vector<Edge>(edges_.size() * 2));
  ++hash_bits_;
  for (const Edge& edge : old) {
    if (is_free(edge)) continue;
    find_edge(static_cast<std::uint32_t>(edge.key >> 32U), static_cast<std::uint32_t>(edge.key)) =
        edge;
  }
}

std::uint32_t NgramTrie::see(Node& node) const {
  if (node.seen_round != round_) {
    node.seen_round = round_;
    node.seen = 0;
  }
  return ++node.seen;
}

void NgramTrie::add(std::span<const std::uint32_t> symbols) {
  ++round_;
  for (std::size_t start = 0; start < symbols.size(); ++start) {
    std::uint32_t node = kRoot;
    for (const std::uint32_t symbol :
         symbols.subspan(start).first(std::min<std::size_t>(max_order_, symbols.size() - start))) {
      node = find_or_add_child(node, symbol);
      nodes_[node].count = std::max(nodes_[node].count, see(nodes_[node]));
    }
  }
}

void NgramTrie::count_matches(std::span<const std::uint32_t> symbols,
                              std::span<std::int64_t> matches) {
  ++round_;
  for (std::size_t start = 0; start < symbols.size(); ++start) {
    std::uint32_t node = kRoot;
    const std::size_t orders = std::min<std::size_t>(max_order_, symbols.size() - start);
    for (std::size_t i = 0; i < orders; ++i) {
      const Edge& edge = find_edge(node, symbols[start + i]);
      if (is_free(edge)) break;  // longer n-grams cannot be in the reference either
      node = edge.child;
      if (see(nodes_[node]) <= nodes_[node].count) ++matches[i];
    }
  }
}

std::vector<std::uint32_t> Vocabulary::symbols(std::span<const std::string_view> words) {
  std::vector<std::uint32_t> symbols;
  symbols.reserve(words.size());
  for (const std::string_view word : words) {
    auto found = numbers_.find(word);
    if (found == numbers_.end()) {
      found = numbers_.emplace(word, static_cast<std::uint32_t>(numbers_.size())).first;
    }
    symbols.push_back(found->second);
  }
  return symbols;
}

}  // namespace regard::metrics
