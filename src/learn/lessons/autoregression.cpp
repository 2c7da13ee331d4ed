#include "lessons/autoregression.h"

#include <torch/utils.h>

namespace regard::nn {

AutoregressiveModelImpl::AutoregressiveModelImpl(int64_t order, int64_t hidden_size) {
  if (hidden_size > 0) hidden = register_module("hidden", torch::nn::Linear(order, hidden_size));
  linear = register_module("linear", torch::nn::Linear(hidden ? hidden_size : order, 1));
}

torch::Tensor AutoregressiveModelImpl::windows(const torch::Tensor& series) const {
  TORCH_CHECK(series.dim() == 1 && series.size(0) >= order(),
              "AutoregressiveModel: series must be (time), at least ", order(), " long, got ",
              series.sizes());
  return series.unfold(0, order(), 1);
}

torch::Tensor AutoregressiveModelImpl::predict_ahead(const torch::Tensor& series, int64_t steps) {
  auto window = windows(series);
  std::vector<torch::Tensor> predictions;
  for (int64_t step = 0; step < steps; ++step) {
    predictions.push_back(forward(window));
    window = torch::cat({window.slice(1, 1), predictions.back().unsqueeze(1)}, 1);
  }
  return torch::stack(predictions, 1);
}

void AutoregressiveModelImpl::fit(const torch::Tensor& series) {
  TORCH_CHECK(!hidden, "AutoregressiveModel: only the linear model has a solution in closed form");
  const auto past = windows(series.to(torch::kDouble).slice(0, 0, -1));  // (equations, order)
  const auto next = series.to(torch::kDouble).slice(0, order());
  const auto unknowns = torch::cat({past, torch::ones_like(next).unsqueeze(1)}, 1);
  // Uses singular values, because the solution for a sine without noise is not unique: they give
  // the weights of least norm.
  const auto solution =
      std::get<0>(torch::linalg_lstsq(unknowns, next.unsqueeze(1), std::nullopt, "gelsd"));
  const torch::NoGradGuard no_grad;
  linear->weight.copy_(solution.slice(0, 0, order()).t());
  linear->bias.copy_(solution[order()]);
}

torch::Tensor noisy_sine(int64_t count, double rate, double noise, torch::Generator generator) {
  const auto time = torch::arange(1, count + 1, torch::kDouble);
  return torch::sin(rate * time) +
         noise * torch::randn({count}, std::move(generator), torch::kDouble);
}

}  // namespace regard::nn
