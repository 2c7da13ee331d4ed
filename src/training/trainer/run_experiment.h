#pragma once
#include <vector>

#include "config/experiment.h"
#include "config/writer.h"
#include "trainer/run_directory.h"

namespace regard::train {

/// The same with every value of the model section written out.
config::Experiment completed(config::Experiment experiment);

/// The options in which the run in `directory` differs from an experiment. Numbers that the run has
/// found for `auto` equal it.
std::vector<config::Difference> changes(config::Experiment experiment,
                                        const RunDirectory& directory);

/// Throws Error if the run in `directory` is not the experiment to resume.
void check_same_experiment(const config::Experiment& experiment, const RunDirectory& directory);

}  // namespace regard::train
