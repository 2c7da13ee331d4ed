#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/weights.h"

namespace regard::engine {

/// What the engine does at a time: reads sources (the encoder), takes steps of the decoder's
/// layers, finds the next tokens (output layer, log-softmax, selection), or advances the searches.
enum class Phase { reading, steps, output, search };
constexpr auto names_of(Phase) { return std::array{"reading", "steps", "output", "search"}; }
inline constexpr size_t kPhases = names_of(Phase{}).size();

/// Sums over all threads of the engines that work.
struct PhaseProfile {
  double seconds = 0;
  double product_seconds = 0;     ///< part of `seconds` in matrix products
  double product_operations = 0;  ///< multiplications and additions
};

/// While one lives, every engine of the process measures its phases.
class Profile {
 public:
  Profile();
  ~Profile();
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;

  /// Since it began; by phase.
  std::array<PhaseProfile, kPhases> read() const;
};

/// Operations per second of one thread that multiplies 96 rows with weights in the second-level
/// cache: what a product could reach.
double product_rate(Precision precision);

/// Adds its lifetime, once for each thread of a team, to a phase, if there is a Profile.
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

/// Adds its lifetime to the product time of a phase.
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
