#pragma once
#include <torch/nn/module.h>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "draw/picture.h"
#include "words/language.h"

namespace regard::diagrams {

/// A drawing of a module or, for the root, of a whole model, made from the tree of modules: sizes,
/// parameters and what is there at all are the module's.
struct Diagram {
  struct Weight {
    std::string name;   ///< "W_q.weight"
    std::string shape;  ///< "256 × 256"
    int64_t count;
  };

  std::string part;   ///< "encoder.blks.block0"; empty for the root
  std::string title;  ///< "Block of self-attention"
  draw::Picture picture;
  std::vector<Weight> weights;  ///< weights of the part
};

/// What a diagram is made for: boxes of a page lead to the diagrams of their parts.
enum class Links { none, between_parts };

/// Names of everything that has a diagram, a module before those in it; "" is the root.
std::vector<std::string> part_names(const std::shared_ptr<torch::nn::Module>& root);

/// The name that was meant: "decoder.block.0.attention" is "decoder.blks.block0.attention1". The
/// book's "blks" may be left out, numbers may be names of their own, and a name may be shortened:
/// the first part that begins so is meant. Throws Error if there is none.
std::string find_part(const std::shared_ptr<torch::nn::Module>& root, const std::string& name);

/// `part` is one of part_names.
Diagram diagram(const std::shared_ptr<torch::nn::Module>& root, const std::string& part,
                Links links = Links::none);

/// One HTML file with the diagrams of `part` (as part_names gives it) and of everything in it,
/// which opens at `part`: a box leads to its own diagram, below which its weights are listed. Of
/// blocks one above the other, which are alike, it has the first. No script, nothing to load.
std::string diagram_page(const std::shared_ptr<torch::nn::Module>& root, const std::string& part,
                         const std::string& title, words::Language language = words::Language::en);

/// A diagram that needs no model: a module of the sizes that the book uses, and the part of it that
/// is drawn.
struct Idea {
  std::string_view name;     ///< "gru-cell"
  std::string_view section;  ///< section of Dive into Deep Learning, "10.2"
  std::string_view part;
  std::shared_ptr<torch::nn::Module> (*module)();
};

/// In the order of the book.
std::span<const Idea> ideas();
/// Throws Error, naming the nearest one, if there is none of this name.
const Idea& find_idea(const std::string& name);

}  // namespace regard::diagrams
