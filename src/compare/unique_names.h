#pragma once
#include <string>
#include <vector>

namespace regard::compare {

/// Names for run directories, as short as possible: "runs/a/rnn" and "runs/a/tf" are rnn and tf,
/// "rnn/1" and "tf/1" keep both parts.
std::vector<std::string> unique_names(const std::vector<std::string>& directories);

}  // namespace regard::compare
