#pragma once
#include <string>
#include <vector>

#include "config/experiment.h"
#include "regard/base/error.h"

namespace regard::cli {

/// The experiment of a config with changes (--set), and its model with all values filled in. Throws
/// one Error with everything that is wrong, in the model's options as well.
config::Experiment load_experiment_file(const std::string& path,
                                        const std::vector<std::string>& overrides);

/// An option that sets a key of the config: {"training.threads", "--threads"}.
struct OptionOfKey {
  std::string key, option;
};

/// The error of --set KEY=VALUE, in words of the option that was given for it.
Error named_by_option(const Error& error, const std::vector<OptionOfKey>& options);

}  // namespace regard::cli
