#pragma once
#include <filesystem>

#include "config/data_options.h"

namespace regard::config {

/// Corrects the paths of texts if the run that contains the config has been moved: a missing file
/// in a folder `data` is replaced with the file of the same name in RUN/data, and a message says
/// so.
void follow_moved_run(const std::filesystem::path& config, DataOptions& data);

}  // namespace regard::config
