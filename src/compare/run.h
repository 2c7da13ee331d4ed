#pragma once
#include <string>
#include <vector>

#include "regard/compare/system.h"
#include "regard/config/experiment.h"

namespace regard::compare {

/// A run directory that is to be compared.
struct Run {
  std::string name;
  std::string directory;
  config::Experiment experiment;
};

/// In the order given, by short names. Throws Error where one holds no translation model, where two
/// are the same, and where they translate other languages than the first.
std::vector<Run> open_runs(const std::vector<std::string>& directories);

/// What config and log of a run say; of the weights nothing.
ModelFacts facts_of_training(const Run& run);

/// Of each run the options of its model section whose values are not the same in all of them; of a
/// single run all of them.
std::vector<std::vector<std::string>> differing_options(const std::vector<Run>& runs);

}  // namespace regard::compare
