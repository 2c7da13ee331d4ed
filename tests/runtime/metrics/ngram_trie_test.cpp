#include "metrics/ngram_trie.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace regard::metrics {
namespace {

using Symbols = std::vector<std::uint32_t>;
using Counts = std::map<Symbols, std::int64_t>;

Counts count_ngrams(const Symbols& symbols, int max_order) {
  Counts counts;
  for (std::size_t start = 0; start < symbols.size(); ++start) {
    for (std::size_t n = 1; n <= static_cast<std::size_t>(max_order); ++n) {
      if (start + n > symbols.size()) break;
      ++counts[Symbols(symbols.begin() + start, symbols.begin() + start + n)];
    }
  }
  return counts;
}

/// Clipped matches by definition: for each n-gram, the lower of its count in the hypothesis and its
/// highest count in a reference.
std::vector<std::int64_t> matches_by_definition(const Symbols& hypothesis,
                                                const std::vector<Symbols>& references,
                                                int max_order) {
  Counts highest;
  for (const Symbols& reference : references) {
    for (const auto& [ngram, count] : count_ngrams(reference, max_order)) {
      highest[ngram] = std::max(highest[ngram], count);
    }
  }
  std::vector<std::int64_t> matches(max_order);
  for (const auto& [ngram, count] : count_ngrams(hypothesis, max_order)) {
    matches[ngram.size() - 1] += std::min(count, highest[ngram]);
  }
  return matches;
}

TEST(NgramTrie, CountsMatchesAsTheDefinitionDoes) {
  constexpr unsigned kSeed = 20240613;
  std::mt19937 random(kSeed);
  const auto random_symbols = [&](std::size_t longest, std::uint32_t kinds) {
    Symbols symbols(random() % (longest + 1));
    for (auto& symbol : symbols) symbol = random() % kinds;
    return symbols;
  };
  constexpr int kOrders = 5;
  NgramTrie trie(kOrders);  // reused, so that leftovers of one segment would affect the next
  for (int i = 0; i < 2000; ++i) {
    const std::size_t longest =
        i % 100 == 0 ? 700 : 12;  // occasionally larger than the initial table
    const std::uint32_t kinds = 1 + random() % 6;
    std::vector<Symbols> references(1 + random() % 3);
    for (auto& reference : references) reference = random_symbols(longest, kinds);
    const Symbols hypothesis = random_symbols(longest, kinds);

    trie.clear();
    for (const auto& reference : references) trie.add(reference);
    std::vector<std::int64_t> matches(kOrders);
    trie.count_matches(hypothesis, matches);

    ASSERT_EQ(matches, matches_by_definition(hypothesis, references, kOrders))
        << "seed " << kSeed << ", case " << i;
  }
}

TEST(Vocabulary, GivesEveryWordItsOwnNumber) {
  Vocabulary vocabulary;
  const std::vector<std::string_view> words = {"le", "chat", "le", "Chat"};
  const Symbols symbols = vocabulary.symbols(words);
  EXPECT_EQ(symbols[0], symbols[2]);
  EXPECT_EQ(std::set<std::uint32_t>(symbols.begin(), symbols.end()).size(), 3U);
  EXPECT_EQ(vocabulary.symbols(words), symbols);
}

}  // namespace
}  // namespace regard::metrics
