#pragma once
#include <string>
#include <vector>

namespace regard::figures {

/// The lines of data/NAME, the project's own sentences, below the folder that the program runs in.
/// Throws Error where they are not there, and says where to go.
std::vector<std::string> project_lines(const std::string& name);

}  // namespace regard::figures
