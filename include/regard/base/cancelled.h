#pragma once
#include <exception>

namespace regard {

/// The caller asked to stop the work: not an error, and without a result.
struct Cancelled : std::exception {
  const char* what() const noexcept override { return "cancelled"; }
};

}  // namespace regard
