#include "architecture/sinusoid_layout.h"

#include <algorithm>
#include <cmath>

namespace regard::nn {

std::vector<double> sinusoid_frequencies(int64_t size, SinusoidLayout layout) {
  const int64_t count = size / 2;
  const int64_t steps =  // from frequency 1 to 1 / 10000
      layout == SinusoidLayout::half_t2t ? std::max<int64_t>(count - 1, 1) : count;
  std::vector<double> falling;
  for (int64_t j = 0; j < count; ++j) {
    falling.push_back(std::pow(10000.0, -static_cast<double>(j) / static_cast<double>(steps)));
  }
  return falling;
}

}  // namespace regard::nn
