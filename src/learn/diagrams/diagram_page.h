#pragma once
#include <torch/nn/module.h>

#include <memory>
#include <string>

namespace regard::diagrams {

/// One HTML file with the diagrams of `part` (as part_names gives it) and of everything in it,
/// which opens at `part`: a box leads to its own diagram, below which its weights are listed. Of
/// blocks one above the other, which are alike, it has the first. No script, nothing to load.
std::string diagram_page(const std::shared_ptr<torch::nn::Module>& root, const std::string& part,
                         const std::string& title);

}  // namespace regard::diagrams
