#pragma once
#include <string>
#include <vector>

#include "compare/system.h"
#include "config/experiment.h"

namespace regard::compare {

/// A reason why a difference may say less about the models than it seems to.
struct Unfairness {
  std::string kind = {};      ///< "training data", "vocabulary", "budget", "seed", "search", ...
  std::string sentence = {};  ///< with each value and the runs that share it

  static void describe(auto& v) {
    using O = Unfairness;
    v.facts("kind", &O::kind, "sentence", &O::sentence);
  }
};

/// What is known of a run.
struct FairnessFacts {
  std::string name = {};
  config::Experiment experiment = {};
  ModelFacts model = {};
  bool reads_texts = true;  ///< whether the texts that the config names may be opened
};

/// One sentence for each respect in which the runs are not all alike. Training texts are compared
/// by content if they may and can be read, otherwise by name. Figures that differ by a tenth or
/// less count as alike.
std::vector<Unfairness> find_unfairness(const std::vector<FairnessFacts>& runs);

struct Comparison;
struct Verdict;

/// What to do, for whoever has to decide between the systems.
struct Advice {
  std::string sentence = {};
  std::vector<std::string> commands = {};  ///< shell commands to run first, if any

  static void describe(auto& v) {
    v.facts("sentence", &Advice::sentence, "commands", &Advice::commands);
  }
};

/// In this order: compare on text that the systems were not trained on; train with more seeds if
/// another seed could turn a small lead; take the better system or, among equally good ones, the
/// faster or smaller. `verdict` has everything but its advice. Empty for fewer than two systems.
Advice advice_on(const Comparison& comparison, const Verdict& verdict);

}  // namespace regard::compare
