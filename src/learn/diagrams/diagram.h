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

/// A drawing of a module or, for the root, of a whole model. Its parts, sizes and parameter counts
/// are those of the actual modules.
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

/// Whether boxes link to the diagrams of their parts, as on a page.
enum class Links { none, between_parts };

/// Names of all parts that have a diagram, each module before its children; "" is the root.
std::vector<std::string> part_names(const std::shared_ptr<torch::nn::Module>& root);

/// The full name for a short one: "decoder.blks.block0.attention1" for "decoder.block.0.attention".
/// The book's "blks" may be left out, a number may be a separate name, and a name may be a prefix,
/// which means the first part that starts with it. Throws Error if no part does.
std::string find_part(const std::shared_ptr<torch::nn::Module>& root, const std::string& name);

/// Draws `part`, one of part_names.
Diagram diagram(const std::shared_ptr<torch::nn::Module>& root, const std::string& part,
                Links links = Links::none);

/// One HTML file with the diagrams of `part` (one of part_names) and of all its parts, opened at
/// `part`. A box links to its own diagram, below which its weights are listed. The page
/// shows only the first of several identical blocks. It needs no script and loads nothing.
std::string diagram_page(const std::shared_ptr<torch::nn::Module>& root, const std::string& part,
                         const std::string& title, words::Language language = words::Language::en);

/// A diagram that needs no model: a module with the book's sizes, and the part of it to draw.
struct Idea {
  std::string_view name;             ///< "gru-cell"
  std::string_view section;          ///< section of Dive into Deep Learning, "10.2"
  std::string_view chinese_section;  ///< section of the Chinese edition, "9.1"; may be empty
  std::string_view part;
  std::shared_ptr<torch::nn::Module> (*module)();

  /// The section in the edition of the language: "d2l 10.2".
  std::string place(words::Language language) const;
};

/// All ideas, in the order of the book.
std::span<const Idea> ideas();
/// The idea with this name. Throws Error, with the nearest name, if there is none.
const Idea& find_idea(const std::string& name);

}  // namespace regard::diagrams
