#pragma once
#include <cstdint>

#include "engine/row_of_bytes.h"
#include "math/matrices.h"

namespace regard::engine {

using math::FloatRows;
using math::kPanel;

/// A buffer of rows for the results of products.
class Activations {
 public:
  /// Sets the size to `rows` rows of `size` numbers; keeps the numbers unless the buffer has to
  /// grow.
  void resize(int64_t rows, int64_t size) {
    // A row consists of whole panels, but its size is not a multiple of the page size: otherwise,
    // rows would compete for the same cache sets.
    stride_ = (size + kPanel - 1) / kPanel * kPanel;
    if (stride_ % 256 == 0) stride_ += kPanel;
    rows_ = rows;
    const auto wanted = static_cast<size_t>(rows * stride_);
    if (numbers_.size() < wanted) numbers_.resize(wanted);
  }

  float* row(int64_t row) { return numbers_.data() + row * stride_; }
  const float* row(int64_t row) const { return numbers_.data() + row * stride_; }
  int64_t stride() const { return stride_; }
  int64_t rows() const { return rows_; }
  FloatRows all() const { return {numbers_.data(), stride_, rows_}; }

 private:
  AlignedVector<float> numbers_;
  int64_t stride_ = 0;
  int64_t rows_ = 0;
};

}  // namespace regard::engine
