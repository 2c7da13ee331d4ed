#include "metrics/book_bleu.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace regard::metrics {
namespace {

using Tokens = std::vector<std::string_view>;

Tokens split_at_spaces(std::string_view text) {
  Tokens tokens;
  for (;;) {
    const auto space = text.find(' ');
    tokens.push_back(text.substr(0, space));
    if (space == std::string_view::npos) return tokens;
    text.remove_prefix(space + 1);
  }
}

std::map<Tokens, int> count_ngrams(const Tokens& tokens, size_t n) {
  std::map<Tokens, int> counts;
  for (auto first = tokens.begin(); static_cast<size_t>(tokens.end() - first) >= n; ++first) {
    ++counts[Tokens(first, first + static_cast<std::ptrdiff_t>(n))];
  }
  return counts;
}

/// The share of the hypothesis's n-grams that also occur in the reference, each at most as often.
double precision(const Tokens& hypothesis, const Tokens& reference, size_t n) {
  auto wanted = count_ngrams(reference, n);
  int matches = 0;
  for (const auto& [ngram, count] : count_ngrams(hypothesis, n)) {
    matches += std::min(count, wanted[ngram]);
  }
  return static_cast<double>(matches) / static_cast<double>(hypothesis.size() - n + 1);
}

}  // namespace

double book_bleu(std::string_view hypothesis, std::string_view reference, int longest) {
  const auto found = split_at_spaces(hypothesis), wanted = split_at_spaces(reference);
  const double ratio = static_cast<double>(wanted.size()) / static_cast<double>(found.size());
  double bleu = std::exp(std::min(0.0, 1.0 - ratio));
  const auto orders = std::min(found.size(), static_cast<size_t>(std::max(longest, 0)));
  for (size_t n = 1; n <= orders; ++n) {
    bleu *= std::pow(precision(found, wanted, n), std::exp2(-static_cast<double>(n)));
  }
  return bleu;
}

}  // namespace regard::metrics
