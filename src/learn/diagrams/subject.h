#pragma once
#include <torch/nn/module.h>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagrams/sketch.h"

namespace regard::diagrams {

/// A module in the tree of a model, with its path from the root: "" or "encoder.blks.block0".
struct Subject {
  std::shared_ptr<torch::nn::Module> module;
  std::string path;
  std::shared_ptr<torch::nn::Module> parent = nullptr;  ///< null: this is the root

  template <class Module>
  const Module& as() const {
    return *module->as<Module>();
  }

  /// Whether the parent module has a child with this name.
  bool has_sibling(const std::string& name) const {
    return parent != nullptr && parent->named_children().contains(name);
  }
  bool has(const std::string& name) const { return module->named_children().contains(name); }
  /// The child with this name. Throws std::out_of_range if there is none.
  Subject child(const std::string& name) const;
  /// The module's children, in registration order.
  std::vector<Subject> children() const;

  /// The path of a child of this module, or of a view of it.
  std::string below(const std::string& name) const {
    return path.empty() ? name : path + '.' + name;
  }
  /// The last component of the path.
  std::string name() const;

  /// Number of parameters in all weights; shared weights count once.
  int64_t parameters() const;
  /// The size of dimension `dimension` of a weight, such as "W_q.weight".
  int64_t size_of(const std::string& parameter, int64_t dimension) const;

  /// A box that represents this module: `part` with its path, its number of parameters and the
  /// header of its class.
  Part as_part(Part part) const;

  /// The sequence axis of the module's input: "source" in an encoder, "target" in a decoder,
  /// "position" elsewhere.
  std::string axis() const;
};

/// The shape of states: "(batch, source, 256)".
std::string shape(const std::string& axis, int64_t size);

/// One drawing of a module. The first one of a class has no name; the names of the others are
/// appended to the module's path as if they were its parts.
struct View {
  std::string name;
  std::string title;
  double width;
  void (*draw)(Sketch&, const Subject&);
};

/// How to draw modules of a class. Any other class is drawn as a list of its parts.
struct DrawnClass {
  bool (*is_of)(const torch::nn::Module&);
  std::string_view header;
  std::vector<View> views;
};

/// The drawing of a module's class, or null if none is declared (drawing_table.cpp).
const DrawnClass* drawn_class_of(const torch::nn::Module& module);
/// Whether the module has its own diagram; a leaf has none, because its box shows everything.
bool has_diagram(const torch::nn::Module& module);

template <class Module>
bool is_a(const torch::nn::Module& module) {
  return module.as<Module>() != nullptr;
}

}  // namespace regard::diagrams
