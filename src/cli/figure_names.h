#pragma once
#include <string>
#include <vector>

namespace regard::cli {

/// Those that `regard figures` draws; empty in the program without LibTorch.
std::vector<std::string> figure_names();

}  // namespace regard::cli
