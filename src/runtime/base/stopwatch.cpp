#include "base/stopwatch.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <utility>

namespace regard {
namespace {

constexpr double kHalfLife = 20;  // seconds
constexpr double kLeastSeen = 1;  // seconds

}  // namespace

double TimeLeft::update(double now, int64_t done) {
  if (running_) {
    const double seconds = now - now_;
    const double weight = std::exp2(-seconds / kHalfLife);
    recent_seconds_ = recent_seconds_ * weight + seconds;
    recent_done_ = recent_done_ * weight + static_cast<double>(done - done_);
  }
  running_ = true;
  now_ = now;
  done_ = done;
  if (recent_seconds_ < kLeastSeen || recent_done_ <= 0) return -1;
  return static_cast<double>(total_ - done) * recent_seconds_ / recent_done_;
}

namespace {

constexpr double kMicro = 1e-6;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::optional<double> count_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  double number = 0;
  return in >> number ? std::optional(number) : std::nullopt;
}

/// "intel-rapl:0" is a package; "intel-rapl:0:1" is part of a package. AMD uses the same names.
bool is_package(const std::string& name) {
  return name.starts_with("intel-rapl:") && std::count(name.begin(), name.end(), ':') == 1;
}

}  // namespace

Cost& Cost::operator+=(const Cost& more) {
  seconds += more.seconds;
  joules += more.joules;
  return *this;
}

CostMeter::CostMeter(const std::filesystem::path& root) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(root, none)) {
    if (!is_package(entry.path().filename().string())) continue;
    const auto file = (entry.path() / "energy_uj").string();
    const auto begin = count_in(file);
    if (!begin) continue;
    counters_.push_back({.file = file,
                         .last = *begin,
                         .range = count_in(entry.path() / "max_energy_range_uj").value_or(0)});
  }
}

Cost CostMeter::lap() {
  return {.seconds = std::exchange(stopwatch_, Stopwatch()).seconds(), .joules = joules()};
}

double CostMeter::joules() {
  if (counters_.empty()) return kUnknown;
  double sum = 0;
  for (auto& counter : counters_) {
    const auto now = count_in(counter.file);
    if (!now) return kUnknown;
    sum += *now - counter.last + (*now < counter.last ? counter.range : 0);
    counter.last = *now;
  }
  return kMicro * sum;
}

}  // namespace regard
