#pragma once
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "engine/matrix.h"

namespace regard::engine {

/// Memory aligned to cache lines, so that no vector of a panel crosses a line boundary.
template <class Value>
struct AlignedAllocator {
  using value_type = Value;
  static constexpr std::align_val_t kLine{64};

  AlignedAllocator() = default;
  template <class Other>
  AlignedAllocator(const AlignedAllocator<Other>&) {}  // NOLINT: allocators convert

  Value* allocate(size_t count) {
    return static_cast<Value*>(::operator new(count * sizeof(Value), kLine));
  }
  void deallocate(Value* memory, size_t) { ::operator delete(memory, kLine); }
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <class Value>
using AlignedVector = std::vector<Value, AlignedAllocator<Value>>;

/// Leaves memory uninitialized: memory that is never written costs nothing.
template <class Value>
struct UnsetAllocator : AlignedAllocator<Value> {
  UnsetAllocator() = default;
  template <class Other>
  UnsetAllocator(const UnsetAllocator<Other>&) {}  // NOLINT: allocators convert
  template <class Other>
  struct rebind {  // NOLINT(readability-identifier-naming): the name that allocators have
    using other = UnsetAllocator<Other>;
  };
  void construct(Value*) {}
};

template <class Value>
using UnsetVector = std::vector<Value, UnsetAllocator<Value>>;

/// A row of weights quantized to bytes: weight = byte * scale, where the row's largest weight is
/// 127 times the scale.
class RowOfBytes {
 public:
  explicit RowOfBytes(int64_t columns);

  void become(const Matrix& matrix, int64_t row);

  /// The bytes, padded with a few zeros.
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
