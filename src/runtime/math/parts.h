#pragma once
#include <cstdint>

#include "math/lanes.h"

namespace regard::math {
namespace {

/// A full vector of a row.
struct Whole {
  int64_t at;

  REGARD_INLINE static constexpr int64_t count() { return kLanes; }
  REGARD_INLINE Lanes load(const float* x) const { return math::load(x + at); }
  REGARD_INLINE Lanes load(const float* x, float /*elsewhere*/) const { return load(x); }
  REGARD_INLINE void store(float* x, Lanes lanes) const { math::store(x + at, lanes); }
  REGARD_INLINE static Lanes only(Lanes lanes) { return lanes; }
};

/// The end of a row, shorter than a vector.
struct Rest {
  int64_t at, rest;

  REGARD_INLINE int64_t count() const { return rest; }
  /// Loads zero, or `elsewhere`, into lanes past the end.
  REGARD_INLINE Lanes load(const float* x) const { return load_some(x + at, rest); }
  REGARD_INLINE Lanes load(const float* x, float elsewhere) const {
    return load_some(x + at, rest, elsewhere);
  }
  REGARD_INLINE void store(float* x, Lanes lanes) const { store_some(x + at, lanes, rest); }
  /// `lanes` with zeros past the end.
  REGARD_INLINE Lanes only(Lanes lanes) const { return first_lanes(lanes, rest); }
};

/// Calls each(part) for every full vector of a row and for its rest. `each` uses part.load(row) and
/// part.store(row, lanes), so the arithmetic is written once.
template <class Each>
REGARD_INLINE void for_parts(int64_t size, const Each& each) {
  int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) each(Whole{i});
  if (i < size) each(Rest{i, size - i});
}

}  // namespace
}  // namespace regard::math
