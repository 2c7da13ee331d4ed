#pragma once
#include <functional>
#include <stop_token>

#include "regard/base/cancelled.h"

namespace regard::translate {

/// How a caller ends a long call.
struct Control {
  /// Once any thread requests a stop, the call throws Cancelled within a step of the model.
  std::stop_token stop = {};
  /// Called before each step, in the thread of the call. It may throw to end the call, which passes
  /// the exception on: for deadlines and signals.
  std::function<void()> check = [] {};

  /// Both as one function.
  std::function<void()> before_step() const {
    return [stop = stop, check = check] {
      if (stop.stop_requested()) throw Cancelled();
      check();
    };
  }
};

}  // namespace regard::translate
