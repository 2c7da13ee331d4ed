#pragma once
#include <string>
#include <vector>

#include "regard/compare/system.h"
#include "regard/config/experiment.h"

namespace regard::compare {

/// One reason why a difference may say less about the models than it seems to.
struct Unfairness {
  std::string kind = {};      ///< "training data", "vocabulary", "budget", "seed", "search", ...
  std::string sentence = {};  ///< in words, with both values
};

/// A run as far as fairness is concerned.
struct FairnessFacts {
  std::string name = {};
  config::Experiment experiment = {};
  ModelFacts model = {};
};

/// Compares each run with the first. Contents of training texts count where they can be read, their
/// names where not.
std::vector<Unfairness> find_unfairness(const std::vector<FairnessFacts>& runs);

}  // namespace regard::compare
