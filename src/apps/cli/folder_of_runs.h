#pragma once
#include <string>
#include <vector>

#include "cli/sweep_table.h"

namespace regard::cli {

/// The runs and models that lie in a folder, such as runs/, the best first. None if the folder is
/// a run or a model itself.
std::vector<SweptRun> runs_in_folder(const std::string& folder);

}  // namespace regard::cli
