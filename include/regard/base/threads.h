#pragma once
#include <cstdint>

namespace regard {

/// The number of threads that one computation is shared among: what set_threads() said last; before
/// that, what the environment variable OMP_NUM_THREADS says, or one for each processor core that
/// the process may use.
int64_t threads();

/// At least 1.
void set_threads(int64_t threads);

}  // namespace regard
