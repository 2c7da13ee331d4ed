#include "math/integers.h"

namespace regard::math {

void expand(const int8_t* integers, float scale, int64_t count, float* to) {
  constexpr int64_t kAtOnce = 16;  // a count that compilers can vectorize
  int64_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    for (int64_t k = i; k < i + kAtOnce; ++k) to[k] = static_cast<float>(integers[k]) * scale;
  }
  for (; i < count; ++i) to[i] = static_cast<float>(integers[i]) * scale;
}

}  // namespace regard::math
