#pragma once
#include <cstdint>

namespace regard::train {

/// Whether a film has a frame of a moment after step `before` of the schedule and not after `now`.
/// Its moments lie evenly on a logarithmic axis from step 1 to `steps`, the schedule's last, since
/// most happens early. There are at most 48 of them and at most one for 20 steps, so that a
/// short training spends its time on training, too.
bool has_frame(int64_t before, int64_t now, int64_t steps);

}  // namespace regard::train
