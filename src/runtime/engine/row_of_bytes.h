#pragma once
#include <cstdint>
#include <vector>

#include "engine/matrix.h"

namespace regard::engine {

/// A row of weights as bytes: weight = byte * scale, where the row's largest weight is 127 times
/// the scale.
class RowOfBytes {
 public:
  explicit RowOfBytes(int64_t columns);

  void become(const Matrix& matrix, int64_t row);

  /// Followed by a few zeros.
  const int8_t* data() const { return bytes_.data(); }
  float scale() const { return scale_; }
  int32_t sum() const;

 private:
  bool take_integers(const Matrix& matrix, int64_t row);
  void round(const float* numbers);

  int64_t columns_;
  std::vector<int8_t> bytes_;
  std::vector<float> expanded_;
  float scale_ = 0.0F;
};

}  // namespace regard::engine
