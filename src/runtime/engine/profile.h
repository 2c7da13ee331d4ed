#pragma once
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/weights.h"

namespace regard::engine {

/// Phases of the engine: reading sources (encoder), steps of the decoder layers, finding the next
/// tokens (output layer, log-softmax, selection), and updating the searches.
enum class Phase { reading, steps, output, search };
constexpr auto names_of(Phase) { return std::array{"reading", "steps", "output", "search"}; }
inline constexpr size_t kPhases = names_of(Phase{}).size();

/// Sums over all threads of the active engines.
struct PhaseProfile {
  double seconds = 0;
  double product_seconds = 0;     ///< part of `seconds` in matrix multiplications
  double product_operations = 0;  ///< multiplications and additions
};

/// During its lifetime, every engine in the process measures its phases.
class Profile {
 public:
  Profile();
  ~Profile();
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;

  /// Measurements since construction, by phase.
  std::array<PhaseProfile, kPhases> read() const;
};

/// Operations per second of one thread when multiplying 96 rows with weights in the L2 cache: the
/// peak rate of a product.
double product_rate(Precision precision);

/// If there is a Profile, adds the timer's lifetime, times the number of threads in a team, to a
/// phase. Meanwhile, products on this thread count toward the phase.
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

/// Adds the timer's lifetime to the product time of a phase.
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
