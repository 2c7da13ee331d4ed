#pragma once
#include <string>
#include <vector>

#include "compare/system.h"
#include "config/experiment.h"

namespace regard::compare {

/// A reason why a difference in scores may say less about the models than it seems to.
struct Unfairness {
  std::string kind = {};      ///< "training data", "vocabulary", "budget", "seed", "search", ...
  std::string sentence = {};  ///< names each value and the runs that share it

  static void describe(auto& v) {
    using O = Unfairness;
    v.facts("kind", &O::kind, "sentence", &O::sentence);
  }
};

/// The facts about a run that fairness checks use.
struct FairnessFacts {
  std::string name = {};
  config::Experiment experiment = {};
  ModelFacts model = {};
  bool reads_texts = true;  ///< whether the data files named in the config may be opened
};

/// One sentence for each respect in which the runs differ. Training sets are compared by content if
/// they may and can be read, otherwise by name. Figures that differ by at most a tenth count as
/// equal.
std::vector<Unfairness> find_unfairness(const std::vector<FairnessFacts>& runs);

struct Comparison;
struct Verdict;

/// Recommended action for choosing between the systems.
struct Advice {
  std::string sentence = {};
  std::vector<std::string> commands = {};  ///< shell commands to run first; may be empty

  static void describe(auto& v) {
    v.facts("sentence", &Advice::sentence, "commands", &Advice::commands);
  }
};

/// The first advice that applies: compare on data that the systems were not trained on; train with
/// more seeds if another seed could reverse a small lead; take the better system or, among equally
/// good ones, the faster or smaller one. `verdict` must be complete except for its advice. Empty
/// for fewer than two systems.
Advice advice_on(const Comparison& comparison, const Verdict& verdict);

}  // namespace regard::compare
