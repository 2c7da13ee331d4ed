#pragma once
#include <cstdint>

namespace regard::math {

/// Sets to[i] = integers[i] * scale, for `count` numbers.
void expand(const int8_t* integers, float scale, int64_t count, float* to);

}  // namespace regard::math
