#pragma once
#include <string>
#include <vector>

namespace regard::cli {

/// The models that one word names: "A+B" is an ensemble of two, unless a file or folder is called
/// so.
std::vector<std::string> models_named(const std::string& word);

}  // namespace regard::cli
