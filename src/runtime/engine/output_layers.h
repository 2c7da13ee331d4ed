#pragma once
#include <functional>
#include <vector>

#include "engine/selectable_matrix.h"

namespace regard::engine {

/// The output layers of the models of a search, and which of their tokens a sentence may use.
struct OutputLayers {
  std::vector<const PackedMatrix*> all;
  /// EngineOptions::vocabulary, and the matrices that it selects from; both empty: all tokens.
  const std::function<std::vector<int32_t>(std::span<const int64_t>)>& vocabulary;
  std::vector<const SelectableMatrix*> selectable;
};

}  // namespace regard::engine
