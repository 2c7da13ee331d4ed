#pragma once
#include <torch/types.h>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace regard::nn {

/// A Markov model of order tau: P(x_t | x_{t-1}, ..., x_1) = P(x_t | x_{t-1}, ..., x_{t-tau}), from
/// the counts of a text. Order 0 takes the symbols to be independent and identically distributed.
/// d2l 9.1 and 9.3.
class MarkovModel {
 public:
  /// `symbols` of the vocabulary; `added` to each count, so that nothing is impossible.
  MarkovModel(int64_t order, int64_t symbols, double added = 0.1);

  void learn(std::span<const int32_t> text);

  /// P(next | the last `order` symbols of `past`).
  double probability(std::span<const int32_t> past, int32_t next) const;

  /// exp of the mean of -log P over all symbols but the first `order`.
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

/// The distribution p that a step leaves as it is: p = p P.
torch::Tensor stationary_distribution(const torch::Tensor& transitions);

/// The same chain, read backwards: (to, from), P(x_t | x_{t+1}) = p(x_t) P(x_{t+1} | x_t) /
/// p(x_{t+1}).
torch::Tensor reversed_transitions(const torch::Tensor& transitions);

/// log P of a sequence of states: of its first one, then of each step.
double log_probability(const torch::Tensor& first, const torch::Tensor& transitions,
                       std::span<const int64_t> states);

}  // namespace regard::nn
