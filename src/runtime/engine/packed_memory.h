#pragma once
#include <cstddef>
#include <vector>

namespace regard::engine {

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
