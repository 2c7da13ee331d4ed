#pragma once
#include <array>

namespace regard::nn {

/// How a head compares a query with a key.
enum class AttentionScore {
  dot_product,  ///< q . k / sqrt(key_width)
  additive      ///< w_v . tanh(q + k), with a vector w_v for each head
};
constexpr auto names_of(AttentionScore) { return std::array{"dot", "additive"}; }

}  // namespace regard::nn
