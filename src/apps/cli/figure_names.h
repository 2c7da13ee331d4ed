#pragma once
#include <string>
#include <vector>

namespace regard::cli {

/// Those that `regard figures` draws; empty in the program without LibTorch.
std::vector<std::string> figure_names();
/// Those that `regard draw` draws without a model; likewise.
std::vector<std::string> drawing_names();
/// Those that `regard claims` tries; likewise.
std::vector<std::string> claim_names();

}  // namespace regard::cli
