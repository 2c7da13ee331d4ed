#include "engine/keys_values.h"

#include <memory>

namespace regard::engine {

search::AttentionRow KeysValues::mean_of_heads() const {
  auto mean = std::make_shared<std::vector<float>>(positions_.size(), 0.0F);
  const float* weight = weights_.data();
  for (int64_t head = 0; head < heads_; ++head) {
    for (auto& sum : *mean) sum += *weight++;
  }
  for (auto& sum : *mean) sum /= static_cast<float>(heads_);
  return mean;
}

}  // namespace regard::engine
