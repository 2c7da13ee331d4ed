#pragma once
#include <cstdint>

#include "regard/config/check.h"

namespace regard::model {

/// Values of the option `kernel` of architectures with a convolutional encoder: odd, so that a
/// window has a middle.
inline config::Check<int64_t> kernel_size() {
  return {"odd and at least 1", [](int64_t value) { return value > 0 && value % 2 == 1; }};
}

}  // namespace regard::model
