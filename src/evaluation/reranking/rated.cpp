#include "reranking/reranker.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "base/atomic_file.h"
#include "config/reader.h"
#include "config/writer.h"
#include "config/yaml_reader.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::translate {
namespace {

/// Appends a part's candidate to a combination; `features` are summed over the parts.
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

namespace {

std::string names_in(const std::vector<ModelWeight>& models) {
  if (models.empty()) return "none";
  return join(models, ", ",
              [](const ModelWeight& one) { return str(one.model, " (", one.architecture, ")"); });
}

void check_same_models(const std::string& path, const char* kind,
                       const std::vector<ModelWeight>& found, const std::vector<ModelWeight>& own) {
  const auto is_same = [](const ModelWeight& a, const ModelWeight& b) {
    return a.model == b.model && a.architecture == b.architecture;
  };
  if (std::ranges::equal(found, own, is_same)) return;
  throw Error(str("has weights for the ", kind, " models ", names_in(found),
                  ", but the given models are ", names_in(own)),
              path, "name the models in the order of the file, or tune new weights");
}

}  // namespace

std::vector<double> RerankingWeights::values() const {
  std::vector<double> values;
  for (const auto& model : forward) values.push_back(model.weight);
  for (const auto& model : reverse) values.push_back(model.weight);
  values.push_back(words);
  return values;
}

void RerankingWeights::set_values(std::span<const double> values) {
  auto next = values.begin();
  for (auto& model : forward) model.weight = *next++;
  for (auto& model : reverse) model.weight = *next++;
  words = *next;
}

void save_weights(const std::string& path, const RerankingWeights& weights) {
  write_file_atomically(path, config::to_yaml(weights));
}

RerankingWeights load_weights(const std::string& path, const RerankingWeights& own) {
  const auto root = config::read_yaml_file(path);
  if (!root.is_map()) {
    throw Error("is not a file of weights", path, "name a file written by --save-weights");
  }
  auto weights = config::read<RerankingWeights>(root);
  check_same_models(path, "forward", weights.forward, own.forward);
  check_same_models(path, "reverse", weights.reverse, own.reverse);
  const auto values = weights.values();
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
    throw Error("has a weight that is not a finite number", path, "tune new weights");
  }
  return weights;
}

}  // namespace regard::translate
