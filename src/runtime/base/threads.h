#pragma once
#include <cstdint>
#include <functional>

namespace regard {

/// The number of threads that one computation is shared among: what set_threads() said last; before
/// that, what the environment variable OMP_NUM_THREADS says, or cores().
int64_t threads();

/// At least 1.
void set_threads(int64_t threads);

/// Calls work(begin, end) for consecutive parts of [0, count), each of at least `least` unless
/// there is one alone, in as many of the threads as that gives work. Throws what the first part
/// threw.
void for_parts(int64_t count, int64_t least,
               const std::function<void(int64_t begin, int64_t end)>& work);

}  // namespace regard
