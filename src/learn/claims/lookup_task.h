#pragma once
#include <cstdint>

#include "claims/measurements.h"

namespace regard::claims {

/// Attention alone, learning to find: a query is a turned copy of one of ten random keys, with
/// noise, and all weight should lie on that key.
struct LookupTask {
  int64_t width;       ///< d_k
  bool scaled = true;  ///< by 1 / sqrt(d_k)
};

/// Mean −log weight of the right key after training, on new examples (nats). The same examples for
/// every task with one seed.
double learn_lookup(const LookupTask& task, const Attempt& attempt);

}  // namespace regard::claims
