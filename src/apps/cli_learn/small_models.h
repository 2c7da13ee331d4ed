#pragma once
#include <cstdint>

#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::cli {

/// Uses the number of threads that --threads sets (add_threads_for_small_models in cli/options.h).
inline void set_threads_for_small_models(int64_t threads) {
  if (threads < 0 || threads > limits::kThreads) {
    throw Error(str("--threads is ", threads, ", but must be from 0 to ", limits::kThreads));
  }
  model::set_threads(threads);
}

}  // namespace regard::cli
