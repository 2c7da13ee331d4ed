#pragma once
#include <functional>
#include <stop_token>

#include "regard/base/cancelled.h"

namespace regard::translate {

/// How a caller ends work that goes on too long.
struct Control {
  /// Once stop is requested, by any thread, the work throws Cancelled within a step of the model.
  std::stop_token stop = {};
  /// Called before each step, in the thread of the call; may throw to end the work, and its caller
  /// gets what it has thrown: for deadlines and signals.
  std::function<void()> check = [] {};

  /// Both, as one function.
  std::function<void()> before_step() const {
    return [stop = stop, check = check] {
      if (stop.stop_requested()) throw Cancelled();
      check();
    };
  }
};

}  // namespace regard::translate
