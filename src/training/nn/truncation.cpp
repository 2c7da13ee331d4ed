#include "nn/truncation.h"

namespace regard::nn {
namespace {

ops::RecurrentState with_scaled_gradients(ops::RecurrentState state, double factor) {
  for (auto& layer : state)
    layer = layer.map([&](const torch::Tensor& x) { return scale_gradient(x, factor); });
  return state;
}

}  // namespace

std::vector<double> gradient_factors(const TruncationOptions& options, int64_t steps,
                                     std::optional<at::Generator> generator) {
  TORCH_CHECK(options.every >= 1, "gradient_factors: every must be at least 1, got ",
              options.every);
  TORCH_CHECK(options.keep > 0 && options.keep <= 1,
              "gradient_factors: keep must be above 0 and at most 1, got ", options.keep);
  std::vector<double> factors(static_cast<size_t>(steps), 1.0);
  if (options.mode == Truncation::truncated) {
    for (size_t step = 0; step < factors.size(); step += static_cast<size_t>(options.every)) {
      factors[step] = 0.0;
    }
  } else if (options.mode == Truncation::random) {
    const auto draws = torch::rand({steps}, std::move(generator), torch::kDouble);
    for (size_t step = 0; step < factors.size(); ++step) {
      const bool kept = draws[static_cast<int64_t>(step)].item<double>() < options.keep;
      factors[step] = kept ? 1.0 / options.keep : 0.0;
    }
  }
  return factors;
}

torch::Tensor scale_gradient(const torch::Tensor& x, double factor) {
  if (factor == 1.0) return x;
  if (factor == 0.0) return x.detach();
  return x.detach() + factor * (x - x.detach());  // scales the gradient
}

RecurrentOutput forward_truncated(Recurrent& recurrent, const torch::Tensor& input,
                                  const ops::RecurrentState& initial,
                                  std::span<const double> factors) {
  const int64_t steps = input.size(0);
  TORCH_CHECK(static_cast<int64_t>(factors.size()) == steps, "forward_truncated: ", factors.size(),
              " factors for ", steps, " steps");
  // Runs the network unchanged from each step whose factor is not 1 to the next such step.
  const auto next_cut = [&](int64_t step) {
    do ++step;
    while (step < steps && factors[static_cast<size_t>(step)] == 1.0);
    return step;
  };
  RecurrentOutput output{{}, initial};
  std::vector<torch::Tensor> states;
  for (int64_t begin = 0, end = 0; begin < steps; begin = end) {
    end = next_cut(begin);
    const auto state =
        with_scaled_gradients(std::move(output.last), factors[static_cast<size_t>(begin)]);
    auto part = recurrent(input.slice(0, begin, end), torch::Tensor(), state);
    states.push_back(std::move(part.states));
    output.last = std::move(part.last);
  }
  output.states = states.size() == 1 ? states.front() : torch::cat(states);
  return output;
}

}  // namespace regard::nn
