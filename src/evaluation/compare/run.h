#pragma once
#include <string>
#include <vector>

#include "compare/system.h"
#include "config/experiment.h"

namespace regard::compare {

/// A run directory to compare.
struct Run {
  std::string name;
  std::string directory;
  config::Experiment experiment;
  bool reads_texts = true;  ///< whether those that its config names may be opened
};

/// In the given order, with short names. Texts of a run that comes from elsewhere are read only if
/// it is trusted (store/origin.h). Throws Error if one holds no translation model, if two are
/// the same, or if languages differ from the first one's.
std::vector<Run> open_runs(const std::vector<std::string>& directories, bool trust);

/// Facts from a run's config and log, without its weights.
ModelFacts facts_of_training(const Run& run);

/// For each run, the options of its model section whose values differ between runs; for a single
/// run, all of them.
std::vector<std::vector<std::string>> differing_options(const std::vector<Run>& runs);

/// The shortest distinct names of run directories: "runs/a/rnn" and "runs/a/tf" become rnn and tf;
/// "rnn/1" and "tf/1" keep both parts.
std::vector<std::string> unique_names(const std::vector<std::string>& directories);

}  // namespace regard::compare
