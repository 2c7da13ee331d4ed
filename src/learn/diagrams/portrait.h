#pragma once
#include <torch/nn/module.h>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "architecture/layer_kinds.h"
#include "diagrams/sketch.h"

namespace regard::diagrams {

/// A module in the tree of a model, by its path from the root: "" or "encoder.blks.block0".
struct Subject {
  std::shared_ptr<torch::nn::Module> module;
  std::string path;

  template <class Module>
  const Module& as() const {
    return *module->as<Module>();
  }

  bool has(const std::string& name) const { return module->named_children().contains(name); }
  /// Throws std::out_of_range if there is none.
  Subject child(const std::string& name) const;
  /// In the order of registration, without the module itself.
  std::vector<Subject> children() const;

  /// The path of a module below this one, or of a view of this one.
  std::string below(const std::string& name) const {
    return path.empty() ? name : path + '.' + name;
  }
  /// The last name of the path.
  std::string name() const;

  /// Numbers in all weights, each counted once.
  int64_t parameters() const;
  /// The size of dimension `dimension` of a weight of the module: "W_q.weight".
  int64_t size_of(const std::string& parameter, int64_t dimension) const;

  /// A box that stands for this module: `part` with its path, its number of parameters and the
  /// header of its class.
  Part as_part(Part part) const;

  /// The axis of what passes through it: "source" in an encoder, "target" in a decoder, "position"
  /// elsewhere.
  std::string axis() const;
};

/// "(batch, source, 256)"
std::string shape(const std::string& axis, int64_t size);

/// One drawing of a module. The first of a class has no name; the names of others follow the
/// module's path as if they were parts of it.
struct View {
  std::string name;
  std::string title;
  double width;
  void (*draw)(Sketch&, const Subject&);
};

/// How modules of a class are drawn. Any other class is drawn as a list of its parts.
struct Portrait {
  bool (*is_of)(const torch::nn::Module&);
  std::string_view header;
  std::vector<View> views;
};

// Classes that have drawings, each in a source of its kind (portrait_*.cpp) and a namespace of its
// own: the sources are compiled together.
namespace attention {
std::vector<Portrait> portraits();
}
namespace blocks {
std::vector<Portrait> portraits();
}
namespace transformer {
std::vector<Portrait> portraits();
}
namespace recurrent {
std::vector<Portrait> portraits();
}
namespace rnn_models {
std::vector<Portrait> portraits();
}
namespace convolution {
std::vector<Portrait> portraits();
}
namespace ideas_alone {
std::vector<Portrait> portraits();
}

/// The drawings of all classes.
const std::vector<Portrait>& all_portraits();
/// The drawing of a module's class; null if none is declared.
const Portrait* portrait_of(const torch::nn::Module& module);
/// Whether it is drawn by itself; the box of a leaf says everything.
bool has_diagram(const torch::nn::Module& module);

template <class Module>
bool is_a(const torch::nn::Module& module) {
  return module.as<Module>() != nullptr;
}

}  // namespace regard::diagrams

namespace regard::diagrams::blocks {

/// Adds the layers of a block to a column, each linked to its own diagram. An encoder's block:
/// self-attention and feed-forward network.
void add_encoder_block(Column& column, const Subject& block);

/// A decoder's block. Returns its cross-attention, which reads the encoder's states.
Placed add_decoder_block(Column& column, const Subject& block);

}  // namespace regard::diagrams::blocks

namespace regard::diagrams::cells {

/// "RNN", "GRU", "LSTM"
std::string cell_name(ops::Cell cell);

constexpr double kWidth = 720;

/// One step of the first layer of a nn::Recurrent: an RNN, GRU or LSTM cell.
void draw(Sketch& sketch, const Subject& recurrent);

}  // namespace regard::diagrams::cells

namespace regard::diagrams::unrolled {

constexpr double kWidth = 690;

/// An encoder-decoder over the steps of the target: in training, where it reads the reference, and
/// in translation, where it reads what it wrote (d2l 10.7).
void draw_teacher_forcing(Sketch& sketch, const Subject& model);
void draw_feedback(Sketch& sketch, const Subject& model);

}  // namespace regard::diagrams::unrolled
