#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
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

  /// What the last query attended to, a number for each position: that of a head, or the mean of
  /// all.
  search::AttentionRow attention_of(std::optional<int64_t> head) const;

 private:
  std::vector<const float*> positions_;
  std::vector<float> weights_;  // (heads, positions), of the last query
  int64_t heads_ = 0;
};

/// Memory for weights, side by side in regions of huge pages where the system has them: the system
/// clears one such page in a fraction of the time that 512 small ones take, which is a good part of
/// what a start costs. Begins at a cache line. Several threads may call it at once.
char* take_packed_memory(size_t bytes);
void give_packed_memory(const char* memory);

/// Leaves its memory uninitialized: what is never written costs nothing.
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
