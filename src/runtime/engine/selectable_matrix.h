#pragma once
#include <cstdint>
#include <span>

#include "engine/packed_matrix.h"

namespace regard::engine {

/// A packed matrix that is also available row by row, so that packing some of its outputs takes a
/// fraction of the time of a product.
class SelectableMatrix {
 public:
  /// `packed` must outlive it.
  explicit SelectableMatrix(const PackedMatrix& packed);

  const PackedMatrix& all() const { return packed_; }

  /// Makes the outputs `outputs` of the matrix the outputs 0, 1, ... of `selected`, whose memory is
  /// reused. Products with either have the same bits.
  void select(std::span<const int32_t> outputs, PackedMatrix& selected) const;

 private:
  const PackedMatrix& packed_;
  int64_t cells_;             // of an output
  AlignedVector<char> rows_;  // (outputs, cells)
};

}  // namespace regard::engine
