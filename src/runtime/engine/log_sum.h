#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "engine/packed_matrix.h"
#include "math/kernels.h"

namespace regard::engine {

/// Tokens of a chunk of the vocabulary: the logits of some dozens of rows stay in the cache. Sums
/// are those of chunks, so that whoever computes them gets the same bits.
inline constexpr int64_t kPanelsOfChunk = 16;
inline constexpr int64_t kChunk = kPanelsOfChunk * kPanel;

inline int64_t chunks_of(int64_t tokens) { return (tokens + kChunk - 1) / kChunk; }

/// log(sum(e^logit)) of a row, from its chunks in order.
inline double log_sum(std::span<const math::Powers> chunks) {
  double maximum = -std::numeric_limits<double>::infinity();
  for (const auto& chunk : chunks) maximum = std::max(maximum, static_cast<double>(chunk.maximum));
  double sum = 0.0;
  for (const auto& chunk : chunks) {
    sum += static_cast<double>(chunk.sum) * std::exp(static_cast<double>(chunk.maximum) - maximum);
  }
  return maximum + std::log(sum);
}

}  // namespace regard::engine
