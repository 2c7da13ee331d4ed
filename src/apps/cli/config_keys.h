#pragma once
#include <string>
#include <vector>

namespace regard::cli {

/// The keys of a config that --set can change, from its top: "training.steps"; those of every
/// architecture under "model.". Keys inside lists are left out.
std::vector<std::string> config_keys();

}  // namespace regard::cli
