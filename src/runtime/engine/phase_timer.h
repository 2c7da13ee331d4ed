#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

#include "engine/profile.h"

namespace regard::engine {

/// Adds the time of its life, once for each thread of a team, to a phase, if there is a Profile.
/// Products of this thread meanwhile count as the phase's.
class PhaseTimer {
 public:
  PhaseTimer(Phase phase, int64_t threads);
  ~PhaseTimer();
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  std::optional<std::chrono::steady_clock::time_point> begin_;
  int64_t threads_;
};

/// The same for a product within a phase.
class ProductTimer {
 public:
  ProductTimer(int64_t operations, int64_t threads);
  ~ProductTimer();
  ProductTimer(const ProductTimer&) = delete;
  ProductTimer& operator=(const ProductTimer&) = delete;

 private:
  std::optional<std::chrono::steady_clock::time_point> begin_;
  int64_t operations_, threads_;
};

}  // namespace regard::engine
