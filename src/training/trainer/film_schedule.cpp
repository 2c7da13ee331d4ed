#include "trainer/film_schedule.h"

#include <algorithm>
#include <cmath>

namespace regard::train {

bool has_frame(int64_t before, int64_t now, int64_t steps) {
  constexpr int64_t kMostFrames = 48, kStepsOfAFrame = 20;
  const int64_t last = std::clamp<int64_t>(steps / kStepsOfAFrame, 2, kMostFrames) - 1;
  for (int64_t i = 0; i <= last; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(last);
    const auto moment = std::llround(std::pow(static_cast<double>(steps), share));
    if (moment > before && moment <= now) return true;
  }
  return false;
}

}  // namespace regard::train
