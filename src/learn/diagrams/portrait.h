#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diagrams/sketch.h"
#include "diagrams/subject.h"

namespace regard::diagrams {

/// One drawing of a module. The first of a class has no name; the names of others follow the
/// module's path as if they were parts of it.
struct View {
  std::string name;
  std::string title;
  double width;
  void (*draw)(Sketch&, const Subject&);
};

/// How modules of a class are drawn. A class without a portrait is drawn as a list of its parts.
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

/// All of them.
const std::vector<Portrait>& all_portraits();
/// Null if its class has none.
const Portrait* portrait_of(const torch::nn::Module& module);
/// Whether it is drawn by itself; the box of a leaf says everything.
bool has_diagram(const torch::nn::Module& module);

template <class Module>
bool is_a(const torch::nn::Module& module) {
  return module.as<Module>() != nullptr;
}

}  // namespace regard::diagrams
