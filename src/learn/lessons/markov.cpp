#include "lessons/markov.h"

#include <torch/utils.h>

#include <cmath>

namespace regard::nn {

MarkovModel::MarkovModel(int64_t order, int64_t symbols, double added)
    : order_(static_cast<size_t>(order)), symbols_(static_cast<double>(symbols)), added_(added) {
  TORCH_CHECK(order >= 0 && symbols > 0, "MarkovModel: order ", order, " of ", symbols, " symbols");
}

void MarkovModel::learn(std::span<const int32_t> text) {
  for (size_t t = order_; t < text.size(); ++t) {
    const auto past = text.subspan(t - order_, order_);
    auto& counts = counts_[Context(past.begin(), past.end())];
    ++counts.all;
    ++counts.of_symbol[text[t]];
  }
}

double MarkovModel::probability(std::span<const int32_t> past, int32_t next) const {
  const auto last = past.last(order_);
  const auto found = counts_.find(Context(last.begin(), last.end()));
  if (found == counts_.end()) return 1 / symbols_;
  const auto& [all, of_symbol] = found->second;
  const auto count = of_symbol.find(next);
  return ((count == of_symbol.end() ? 0 : count->second) + added_) / (all + added_ * symbols_);
}

double MarkovModel::perplexity(std::span<const int32_t> text) const {
  double sum = 0;
  for (size_t t = order_; t < text.size(); ++t)
    sum -= std::log(probability(text.first(t), text[t]));
  return std::exp(sum / static_cast<double>(text.size() - order_));
}

torch::Tensor stationary_distribution(const torch::Tensor& transitions) {
  const int64_t states = transitions.size(0);
  TORCH_CHECK(transitions.dim() == 2 && transitions.size(1) == states,
              "stationary_distribution: transitions must be (from, to), got ", transitions.sizes());
  constexpr int kSteps = 10'000;
  auto p = torch::full({states}, 1.0 / static_cast<double>(states), transitions.options());
  for (int step = 0; step < kSteps; ++step) p = p.matmul(transitions);
  return p;
}

torch::Tensor reversed_transitions(const torch::Tensor& transitions) {
  const auto p = stationary_distribution(transitions);
  return (p.unsqueeze(1) * transitions / p).t();
}

double log_probability(const torch::Tensor& first, const torch::Tensor& transitions,
                       std::span<const int64_t> states) {
  double sum = std::log(first[states[0]].item<double>());
  for (size_t t = 1; t < states.size(); ++t) {
    sum += std::log(transitions[states[t - 1]][states[t]].item<double>());
  }
  return sum;
}

}  // namespace regard::nn
