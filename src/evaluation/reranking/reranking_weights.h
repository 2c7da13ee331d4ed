#pragma once
#include <span>
#include <string>
#include <vector>

#include "regard/config/check.h"

namespace regard::translate {

/// The weight of a model's log-probability.
struct ModelWeight {
  std::string model = {};         ///< the last component of its path
  std::string architecture = {};  ///< its `model.type`
  double weight = 0.0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ModelWeight;
    v.field("model", &O::model, "Name of the model's directory.");
    v.field("architecture", &O::architecture, "The model's architecture.");
    v.field("weight", &O::weight, "Weight of its log-probability.");
  }
};

/// The weights of the features by which candidates are ranked (reranker.h). Only their ratios
/// count.
struct RerankingWeights {
  std::vector<ModelWeight> forward = {};  ///< of P(target | source)
  std::vector<ModelWeight> reverse = {};  ///< of P(source | target)
  double words = 0.0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RerankingWeights;
    v.field("forward", &O::forward, "Models that translate.");
    v.field("reverse", &O::reverse, "Models that translate back.");
    v.field("words", &O::words, "Weight of the number of words.");
  }

  /// In the order of the features: forward, reverse, words.
  std::vector<double> values() const;
  void set_values(std::span<const double> values);
};

/// Writes YAML, atomically.
void save_weights(const std::string& path, const RerankingWeights& weights);

/// Throws Error if the file is missing or damaged, or if its models have other names or
/// architectures than those of `own`, or another order.
RerankingWeights load_weights(const std::string& path, const RerankingWeights& own);

}  // namespace regard::translate
