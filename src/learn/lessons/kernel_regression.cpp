#include "lessons/kernel_regression.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include "ops/masked_softmax.h"

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

}  // namespace regard::nn
