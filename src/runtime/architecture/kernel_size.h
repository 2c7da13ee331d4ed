#pragma once
#include <cstdint>

#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "regard/config/check.h"

namespace regard::model {

/// Values of the option `kernel` of architectures with a convolutional encoder: odd, so that a
/// window has a middle.
inline config::Check<int64_t> kernel_size() {
  return {.allowed = "odd and at least 1",
          .holds = [](int64_t value) { return value > 0 && value % 2 == 1; },
          .bound = str("at most ", limits::kWidth),
          .is_bounded = [](int64_t value) { return value <= limits::kWidth; }};
}

}  // namespace regard::model
