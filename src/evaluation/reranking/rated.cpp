#include "reranking/rated.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace regard::translate {
namespace {

/// `features` are the sums over the parts.
Rated continued(const Rated& begun, const Rated& part) {
  Rated longer = begun;
  longer.text += part.text;
  std::ranges::transform(longer.features, part.features, longer.features.begin(), std::plus());
  return longer;
}

}  // namespace

double weighted_sum(std::span<const double> features, std::span<const double> weights) {
  return std::inner_product(features.begin(), features.end(), weights.begin(), 0.0);
}

std::vector<std::string> merged_texts(std::span<const Translation> lists) {
  std::vector<std::string> texts;
  std::unordered_set<std::string> known;
  for (const auto& list : lists) {
    for (const auto& candidate : list.n_best) {
      if (known.insert(candidate.text).second) texts.push_back(candidate.text);
    }
  }
  return texts;
}

size_t best_of(std::span<const Features> features, std::span<const double> weights) {
  size_t best = 0;
  double most = weighted_sum(features[0], weights);
  for (size_t candidate = 1; candidate < features.size(); ++candidate) {
    const double score = weighted_sum(features[candidate], weights);
    if (score <= most) continue;
    best = candidate;
    most = score;
  }
  return best;
}

std::vector<Rated> ranked(std::vector<Rated> candidates, std::span<const double> weights) {
  std::ranges::stable_sort(candidates, std::greater(),
                           [&](const Rated& one) { return weighted_sum(one.features, weights); });
  return candidates;
}

std::vector<Rated> joined_candidates(std::span<const std::vector<Rated>> parts,
                                     std::span<const double> weights, size_t most) {
  if (parts.empty()) return {};
  auto beginnings = ranked(parts.front(), weights);
  for (const auto& part : parts.subspan(1)) {
    std::vector<Rated> longer;
    for (const auto& begun : beginnings) {
      for (const auto& candidate : part) longer.push_back(continued(begun, candidate));
    }
    beginnings = ranked(std::move(longer), weights);
    if (beginnings.size() > most) beginnings.resize(most);
  }
  for (auto& candidate : beginnings) {
    for (auto& feature : candidate.features) feature /= static_cast<double>(parts.size());
  }
  return beginnings;
}

}  // namespace regard::translate
