// The classes that have drawings, and the functions that draw them.
#include <algorithm>

#include "diagrams/subject.h"

namespace regard::diagrams {

// Each source of drawings has its own namespace, because sources are compiled together.
namespace transformer {
std::vector<DrawnClass> drawn_classes();
}
namespace rnn_attention {
std::vector<DrawnClass> drawn_classes();
}
namespace conditional_gru {
std::vector<DrawnClass> drawn_classes();
}
namespace rnn_context {
std::vector<DrawnClass> drawn_classes();
}
namespace rnn_encoder {
std::vector<DrawnClass> drawn_classes();
}
namespace convolution {
std::vector<DrawnClass> drawn_classes();
}
namespace recurrent {
std::vector<DrawnClass> drawn_classes();
}
namespace attention {
std::vector<DrawnClass> drawn_classes();
}
namespace ideas_only {
std::vector<DrawnClass> drawn_classes();
}
namespace blocks {
std::vector<DrawnClass> drawn_classes();
}

namespace {

// A new source needs a declaration above and a row here. The first row with a module's class draws
// it: blocks are last, because they include base classes of the others.
constexpr std::vector<DrawnClass> (*kSources[])() = {
    transformer::drawn_classes, rnn_attention::drawn_classes, conditional_gru::drawn_classes,
    rnn_context::drawn_classes, rnn_encoder::drawn_classes,   convolution::drawn_classes,
    recurrent::drawn_classes,   attention::drawn_classes,     ideas_only::drawn_classes,
    blocks::drawn_classes,
};

const std::vector<DrawnClass>& all_drawn_classes() {
  static const auto kAll = [] {
    std::vector<DrawnClass> all;
    for (const auto& source : kSources) {
      const auto some = source();
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return kAll;
}

}  // namespace

const DrawnClass* drawn_class_of(const torch::nn::Module& module) {
  const auto& all = all_drawn_classes();
  const auto found =
      std::ranges::find_if(all, [&](const auto& drawn) { return drawn.is_of(module); });
  return found == all.end() ? nullptr : &*found;
}

bool has_diagram(const torch::nn::Module& module) {
  const auto* drawn = drawn_class_of(module);
  return drawn == nullptr ? !module.named_children().is_empty() : !drawn->views.empty();
}

}  // namespace regard::diagrams
