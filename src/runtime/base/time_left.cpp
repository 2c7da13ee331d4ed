#include "base/time_left.h"

#include <cmath>

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

}  // namespace regard
