#include "lessons/book_examples.h"

#include <torch/utils.h>

#include <cmath>

#include "nn/mask.h"

namespace regard::nn {

torch::Tensor smooth_function(const torch::Tensor& x) { return 2 * x.sin() + x.pow(0.8); }

torch::Tensor MaskedSoftmaxTable::scores() const {
  auto scores = torch::ones({4, 4});
  for (size_t row = 0; row < weights.size(); ++row) {
    for (size_t key = 0; key < weights[row].size(); ++key) {
      if (weights[row][key] == 0) continue;
      scores[static_cast<int64_t>(row)][static_cast<int64_t>(key)] = std::log(weights[row][key]);
    }
  }
  return scores.view({2, 2, 4});
}

torch::Tensor MaskedSoftmaxTable::mask() const {
  const auto& [a, b, c, d] = lengths;
  return per_query ? length_mask(torch::tensor({{a, b}, {c, d}}), 4)
                   : length_mask(torch::tensor({a, b}), 4).unsqueeze(1);
}

}  // namespace regard::nn
