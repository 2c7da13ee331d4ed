#pragma once
#include <cstddef>
#include <new>
#include <vector>

namespace regard::engine {

/// Memory aligned to cache lines, so that no vector of a panel straddles two.
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

}  // namespace regard::engine
