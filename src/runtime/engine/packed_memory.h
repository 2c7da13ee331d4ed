#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "math/kernels.h"
#include "search/sentence_search.h"

namespace regard::engine {

/// Keys and values of the positions that queries attend to.
class KeysValues {
 public:
  /// at(position): address of the keys and values of one of `count` positions.
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

  /// The last query's attention to each position, for one head or the mean of all.
  search::AttentionRow attention_of(std::optional<int64_t> head) const;

 private:
  std::vector<const float*> positions_;
  std::vector<float> weights_;  // (heads, positions), for the last query
  int64_t heads_ = 0;
};

/// Memory for weights, allocated contiguously in regions of huge pages if available: clearing
/// memory is a large part of the startup time, and one huge page takes a fraction of the time of
/// 512 small ones. Aligned to cache lines. Thread-safe.
char* take_packed_memory(size_t bytes);
void give_packed_memory(const char* memory);

/// Leaves memory uninitialized: pages that are never written cost nothing.
template <class Value>
struct PackedAllocator {
  using value_type = Value;

  PackedAllocator() = default;
  template <class Other>
  PackedAllocator(const PackedAllocator<Other>&) {}  // NOLINT: allocators convert

  Value* allocate(size_t count) {
    return reinterpret_cast<Value*>(take_packed_memory(count * sizeof(Value)));
  }
  void deallocate(Value* memory, size_t) {
    give_packed_memory(reinterpret_cast<const char*>(memory));
  }
  void construct(Value*) {}
  friend bool operator==(const PackedAllocator&, const PackedAllocator&) { return true; }
};

template <class Value>
using PackedVector = std::vector<Value, PackedAllocator<Value>>;

}  // namespace regard::engine
