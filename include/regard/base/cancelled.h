#pragma once
#include <exception>

namespace regard {

/// Work was given up because its caller asked for that: no error, and nothing that the work would
/// have given.
struct Cancelled : std::exception {
  const char* what() const noexcept override { return "cancelled"; }
};

}  // namespace regard
