#pragma once
#include <string>
#include <vector>

#include "regard/compare/system.h"
#include "regard/config/experiment.h"

namespace regard::compare {

/// One reason why a difference may say less about the models than it seems to.
struct Unfairness {
  std::string kind = {};  ///< "training data", "vocabulary", "budget", "seed", "search", ...
  /// In words, with each value and the runs that share it.
  std::string sentence = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Unfairness;
    v.facts("kind", &O::kind, "sentence", &O::sentence);
  }
};

/// A run as far as fairness is concerned.
struct FairnessFacts {
  std::string name = {};
  config::Experiment experiment = {};
  ModelFacts model = {};
};

/// Compares all runs with one another: one sentence for each thing in which they are not all alike.
/// Contents of training texts count where they can be read, their names where not. Figures that
/// differ by a tenth or less count as alike.
std::vector<Unfairness> find_unfairness(const std::vector<FairnessFacts>& runs);

}  // namespace regard::compare
