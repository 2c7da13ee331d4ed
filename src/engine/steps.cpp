#include "engine/steps.h"

namespace regard::engine {

search::AttentionRow mean_of_heads(const float* weights, int64_t heads, int64_t count) {
  auto mean = std::make_shared<std::vector<float>>(static_cast<size_t>(count), 0.0F);
  for (int64_t head = 0; head < heads; ++head) {
    for (auto& sum : *mean) sum += *weights++;
  }
  for (auto& sum : *mean) sum /= static_cast<float>(heads);
  return mean;
}

}  // namespace regard::engine
