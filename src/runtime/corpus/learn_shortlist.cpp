#include "corpus/learn_shortlist.h"

#include <algorithm>
#include <numeric>

#include "text/special_tokens.h"

namespace regard::corpus {
namespace {

std::vector<int32_t> most_frequent(const Examples& examples, std::span<const size_t> chosen,
                                   int64_t vocab, int64_t wanted) {
  std::vector<int64_t> counts(static_cast<size_t>(vocab));
  for (const size_t example : chosen) {
    for (const int32_t token : examples.target(example)) ++counts[static_cast<size_t>(token)];
  }
  std::vector<int32_t> tokens(counts.size());
  std::iota(tokens.begin(), tokens.end(), 0);
  std::ranges::stable_sort(tokens, std::greater<>(),
                           [&](int32_t token) { return counts[static_cast<size_t>(token)]; });
  if (tokens.size() > static_cast<size_t>(wanted)) tokens.resize(static_cast<size_t>(wanted));
  return tokens;
}

/// The likeliest translations of a source token; among equals, those with lower ids.
std::vector<int32_t> likeliest(const LexicalTable& table, int64_t source, int64_t wanted) {
  const auto targets = table.targets(source);
  const auto probabilities = table.probabilities(source);
  std::vector<size_t> order(targets.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](size_t i) { return probabilities[i]; });
  std::vector<int32_t> tokens;
  for (const size_t i : order) {
    if (tokens.size() == static_cast<size_t>(wanted)) break;
    tokens.push_back(targets[i]);
  }
  return tokens;
}

}  // namespace

text::Shortlist learn_shortlist(const Examples& examples, const text::TokenizerPair& tokenizers,
                                const ShortlistOptions& options) {
  const auto chosen = evenly_spread(examples, options.pairs);
  const int64_t source_vocab = tokenizers.source().size();
  const int64_t target_vocab = tokenizers.target().size();
  LexicalTable table(examples, chosen, source_vocab);
  table.learn_enough();
  std::vector<std::vector<int32_t>> of_source;
  for (int64_t token = 0; token < source_vocab; ++token) {
    of_source.push_back(likeliest(table, token, options.best));
    if (tokenizers.one_vocabulary()) of_source.back().push_back(static_cast<int32_t>(token));
  }
  return {tokenizers.hash(), target_vocab,
          most_frequent(examples, chosen, target_vocab, options.frequent), std::move(of_source)};
}

double mean_size(const text::Shortlist& shortlist, const Examples& examples, int64_t sentences) {
  const auto chosen = evenly_spread(examples, sentences);
  size_t tokens = 0;
  for (const size_t example : chosen) {
    const auto source = examples.source(example);
    tokens += shortlist.tokens_for(std::vector<int64_t>(source.begin(), source.end())).size();
  }
  return static_cast<double>(tokens) / static_cast<double>(std::max<size_t>(chosen.size(), 1));
}

}  // namespace regard::corpus
