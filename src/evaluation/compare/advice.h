#pragma once
#include <string>
#include <vector>

namespace regard::compare {

struct Comparison;
struct Verdict;

/// What to do, for whoever has to decide between the systems.
struct Advice {
  std::string sentence = {};
  std::vector<std::string> commands = {};  ///< of a shell, where something is to be done first

  static void describe(auto& v) {
    v.facts("sentence", &Advice::sentence, "commands", &Advice::commands);
  }
};

/// In this order: compare on text that the systems were not trained on; train with more seeds if
/// another seed could turn a small lead; take the better system or, among equally good ones, the
/// faster or smaller. `verdict` has everything but its advice. Empty for fewer than two systems.
Advice advice_on(const Comparison& comparison, const Verdict& verdict);

}  // namespace regard::compare
