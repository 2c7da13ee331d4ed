#pragma once
#include <string>
#include <vector>

#include "regard/config/experiment.h"

namespace regard::cli {

/// The experiment of a config with changes (--set), and its model with all values filled in. Throws
/// one Error with everything that is wrong, in the model's options as well.
config::Experiment load_experiment_file(const std::string& path,
                                        const std::vector<std::string>& overrides);

}  // namespace regard::cli
