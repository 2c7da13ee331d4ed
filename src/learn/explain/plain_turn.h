#pragma once
#include <mutex>

#include "ops/bodies.h"

namespace regard::explain {

/// During its lifetime, operations use their plain implementations (ops/bodies.h), whose values
/// probes show. Only one may exist at a time, so another thread waits for its turn.
class PlainTurn {
 public:
  PlainTurn() : lock_(mutex()) {}

 private:
  static std::mutex& mutex() {
    static std::mutex turns;
    return turns;
  }

  std::lock_guard<std::mutex> lock_;
  ops::PlainBodies plain_;
};

}  // namespace regard::explain
