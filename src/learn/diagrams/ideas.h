#pragma once
#include <torch/nn/module.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace regard::diagrams {

/// A diagram that needs no model: a module of the sizes that the book uses, and the part of it that
/// is drawn.
struct Idea {
  std::string_view name;     ///< "gru-cell"
  std::string_view section;  ///< of Dive into Deep Learning, "10.2"
  std::string_view part;
  std::shared_ptr<torch::nn::Module> (*module)();
};

/// In the order of the book.
std::span<const Idea> ideas();
/// Throws Error, naming the nearest one, if there is none of this name.
const Idea& find_idea(const std::string& name);

}  // namespace regard::diagrams
