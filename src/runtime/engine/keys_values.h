#pragma once
#include <cstdint>
#include <vector>

#include "math/kernels.h"
#include "search/sentence_search.h"

namespace regard::engine {

/// The positions that queries attend to.
class KeysValues {
 public:
  /// at(position): where the keys and values of each of `count` positions are.
  template <class At>
  void gather(int64_t count, const At& at) {
    positions_.resize(static_cast<size_t>(count));
    for (int64_t position = 0; position < count; ++position) {
      positions_[static_cast<size_t>(position)] = at(position);
    }
  }

  void attend(const float* query, const math::AttentionHeads& heads, float* context) {
    heads_ = heads.heads;
    weights_.resize(positions_.size() * static_cast<size_t>(heads_));
    math::kernels().attend(query, positions_.data(), static_cast<int64_t>(positions_.size()), heads,
                           weights_.data(), context);
  }

  /// What the last query attended to: the mean over its heads, a number for each position.
  search::AttentionRow mean_of_heads() const;

 private:
  std::vector<const float*> positions_;
  std::vector<float> weights_;  // (heads, positions), of the last query
  int64_t heads_ = 0;
};

}  // namespace regard::engine
