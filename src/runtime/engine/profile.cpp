#include "engine/profile.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <vector>

#include "base/stopwatch.h"
#include "engine/packed_matrix.h"

namespace regard::engine {
namespace {

using Clock = std::chrono::steady_clock;

struct Counts {
  std::atomic<int64_t> nanoseconds{0}, product_nanoseconds{0}, product_operations{0};
};

std::atomic<bool> is_measured = false;
std::array<Counts, kPhases> counts;
thread_local Phase phase_now = Phase::search;

Counts& counts_now() { return counts[static_cast<size_t>(phase_now)]; }

std::optional<Clock::time_point> begin() {
  if (!is_measured.load(std::memory_order_relaxed)) return std::nullopt;
  return Clock::now();
}

int64_t nanoseconds_since(Clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
}

}  // namespace

Profile::Profile() {
  for (auto& phase : counts) {
    phase.nanoseconds = 0;
    phase.product_nanoseconds = 0;
    phase.product_operations = 0;
  }
  is_measured = true;
}

Profile::~Profile() { is_measured = false; }

std::array<PhaseProfile, kPhases> Profile::read() const {
  constexpr double kNano = 1e-9;
  std::array<PhaseProfile, kPhases> profiles;
  for (size_t phase = 0; phase < kPhases; ++phase) {
    const auto& from = counts[phase];
    profiles[phase] = {.seconds = kNano * static_cast<double>(from.nanoseconds),
                       .product_seconds = kNano * static_cast<double>(from.product_nanoseconds),
                       .product_operations = static_cast<double>(from.product_operations)};
  }
  return profiles;
}

PhaseTimer::PhaseTimer(Phase phase, int64_t threads) : begin_(begin()), threads_(threads) {
  phase_now = phase;
}

PhaseTimer::~PhaseTimer() {
  if (begin_) counts_now().nanoseconds += threads_ * nanoseconds_since(*begin_);
}

ProductTimer::ProductTimer(int64_t operations, int64_t threads)
    : begin_(begin()), operations_(operations), threads_(threads) {}

ProductTimer::~ProductTimer() {
  if (!begin_) return;
  counts_now().product_nanoseconds += threads_ * nanoseconds_since(*begin_);
  counts_now().product_operations += operations_;
}

double product_rate(Precision precision) {
  constexpr int64_t kRows = 96, kInputs = 256, kOutputs = 512;
  constexpr int kProducts = 200;
  const auto weights = std::make_shared<std::vector<float>>(kInputs * kOutputs, 0.5F);
  const Matrix matrix({weights, weights->data()}, kOutputs, kInputs);
  const PackedMatrix packed({{.weight = matrix, .bias = {}}}, precision);
  const std::vector<float> x(kRows * kInputs, 0.5F);
  Activations y;
  y.resize(kRows, kOutputs);
  ProductInput input;
  packed.prepare({x.data(), kInputs, kRows}, input);
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kProducts; ++i) {
    const Stopwatch stopwatch;
    packed.multiply_panels(input, 0, packed.panels(), {}, y.row(0), y.stride());
    least = std::min(least, stopwatch.seconds());
  }
  return 2.0 * kRows * kInputs * kOutputs / least;
}

}  // namespace regard::engine
