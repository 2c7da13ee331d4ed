#pragma once
#include <string>
#include <vector>

namespace regard::figures {

/// The lines of data/NAME, the project's own sentences, in the current folder. Throws Error if they
/// are missing.
std::vector<std::string> project_lines(const std::string& name);

}  // namespace regard::figures
