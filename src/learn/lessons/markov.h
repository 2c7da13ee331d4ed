#pragma once
#include <torch/types.h>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace regard::nn {

/// A Markov model of order tau: P(x_t | x_{t-1}, ..., x_1) = P(x_t | x_{t-1}, ..., x_{t-tau}),
/// estimated from counts in a text. Order 0 assumes independent and identically distributed
/// symbols. d2l 9.1 and 9.3.
class MarkovModel {
 public:
  /// `symbols`: vocabulary size. `added` is added to each count, so that no probability is 0.
  MarkovModel(int64_t order, int64_t symbols, double added = 0.1);

  void learn(std::span<const int32_t> text);

  /// The probability P(next | the last `order` symbols of `past`).
  double probability(std::span<const int32_t> past, int32_t next) const;

  /// The exponential of the mean of -log P over all symbols except the first `order`.
  double perplexity(std::span<const int32_t> text) const;

 private:
  using Context = std::vector<int32_t>;
  struct Counts {
    double all = 0;
    std::map<int32_t, double> of_symbol;
  };

  size_t order_;
  double symbols_, added_;
  std::map<Context, Counts> counts_;
};

// A chain of order 1: transitions (from, to), whose rows sum to 1.

/// The stationary distribution p, which a step does not change: p = p P.
torch::Tensor stationary_distribution(const torch::Tensor& transitions);

/// The reversed chain: (to, from), P(x_t | x_{t+1}) = p(x_t) P(x_{t+1} | x_t) / p(x_{t+1}).
torch::Tensor reversed_transitions(const torch::Tensor& transitions);

/// log P of a sequence of states: that of the first state plus those of all steps.
double log_probability(const torch::Tensor& first, const torch::Tensor& transitions,
                       std::span<const int64_t> states);

}  // namespace regard::nn
