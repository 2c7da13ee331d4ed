#include "lessons/kernel_regression.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include <cmath>

#include "nn/mask.h"
#include "ops/head_attention.h"

namespace regard::nn {

ops::Attended average_pooling(const torch::Tensor& queries, const torch::Tensor& values) {
  const int64_t keys = values.size(0);
  const auto weights =
      torch::full({queries.size(0), keys}, 1.0 / static_cast<double>(keys), values.options());
  return {weights.matmul(values), weights};
}

ops::Attended gaussian_pooling(const torch::Tensor& queries, const torch::Tensor& keys,
                               const torch::Tensor& values, const torch::Tensor& w,
                               const torch::Tensor& mask) {
  TORCH_CHECK(queries.dim() == 1 && keys.dim() == 1 && values.sizes() == keys.sizes(),
              "gaussian_pooling: queries must be (query), keys and values (key), got ",
              queries.sizes(), ", ", keys.sizes(), " and ", values.sizes());
  auto distances = queries.unsqueeze(1) - keys;  // (query, key)
  if (w.defined()) distances = distances * w;
  auto weights = ops::masked_softmax(distances.square() / -2, mask);
  return {weights.matmul(values), weights};
}

KernelRegressionImpl::KernelRegressionImpl(double initial_w)
    : w(register_parameter("w", torch::full({}, initial_w))) {}

WidthHistory learn_width(KernelRegression& regression, const torch::Tensor& keys,
                         const torch::Tensor& values, int64_t steps, double learning_rate) {
  const auto others =
      torch::eye(keys.size(0), keys.options().dtype(torch::kBool)).logical_not();  // (key, key)
  WidthHistory history;
  for (int64_t step = 0; step < steps; ++step) {
    const auto loss = (regression(keys, keys, values, others).context - values).square().sum();
    const auto gradient = torch::autograd::grad({loss}, {regression->w}).front();
    const torch::NoGradGuard no_grad;
    regression->w -= learning_rate * gradient;
    history.losses.push_back(loss.item<double>());
    history.w.push_back(regression->w.item<double>());
  }
  return history;
}

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
