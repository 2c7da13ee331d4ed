#pragma once
#include <string>
#include <vector>

#include "config/data_options.h"

namespace regard::corpus {

/// Warnings about files that data.* names twice: as both sides of a text, or for both training and
/// evaluation, with overlapping lines. Links and other names of a file count.
std::vector<std::string> warnings_of_same_files(const config::DataOptions& options);

}  // namespace regard::corpus
