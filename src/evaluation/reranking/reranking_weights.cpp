#include "reranking/reranking_weights.h"

#include <algorithm>
#include <cmath>

#include "base/atomic_file.h"
#include "config/reader.h"
#include "config/writer.h"
#include "config/yaml_reader.h"
#include "regard/base/error.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::translate {
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
                  ", but those given are ", names_in(own)),
              path, "name the models of the file in its order, or tune other weights");
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
    throw Error("is not a file of weights", path, "name one that --save-weights wrote");
  }
  auto weights = config::read<RerankingWeights>(root);
  check_same_models(path, "forward", weights.forward, own.forward);
  check_same_models(path, "reverse", weights.reverse, own.reverse);
  const auto values = weights.values();
  if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
    throw Error("has a weight that is not a finite number", path, "tune other weights");
  }
  return weights;
}

}  // namespace regard::translate
