#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "cli/completion.h"

namespace regard::cli {

/// Bytes at the beginning of the typed word that every value repeats: "NAME=", "A+", "KEY=".
size_t repeated_size(const Values& values, const std::string& typed);

/// The values that may stand behind those bytes. Some of them may not begin with the rest of the
/// typed word. `places` are the positional arguments before: runs, or a model.
std::vector<std::string> completed_values(const Values& values, const std::string& typed,
                                          const std::vector<std::string>& places);

}  // namespace regard::cli
