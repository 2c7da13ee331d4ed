#pragma once
#include <torch/nn/module.h>
#include <memory>
#include <string>

namespace regard::diagrams {

/// The model that a config describes, with random weights, and its title.
struct ConfigDrawing {
  std::shared_ptr<torch::nn::Module> module;
  std::string title;  ///< the file, and the assumed vocabulary size, if any
};

/// Reads a config, which need not name text files. Throws the errors of config::read_yaml_file.
ConfigDrawing model_of_config(const std::string& path);

}  // namespace regard::diagrams
