#pragma once
#include <torch/types.h>

#include <map>
#include <vector>

#include "module_search/steps.h"

namespace regard::test {

/// A "model" that is a table: log-probabilities (step, previous, next), the same for every
/// sentence.
inline search::StepFunction table_steps(const torch::Tensor& table) {
  return [table, step = int64_t{0}](const search::StepInput& input) mutable {
    const auto previous = torch::tensor(std::vector(input.previous.begin(), input.previous.end()));
    return table[step++].index_select(0, previous);
  };
}

/// Another table for each sentence: (sentence, step, previous, next).
inline search::StepFunction table_steps_of_sentences(const torch::Tensor& tables) {
  return [tables, step = int64_t{0}](const search::StepInput& input) mutable {
    std::vector<torch::Tensor> rows;
    for (size_t row = 0; row < input.previous.size(); ++row) {
      rows.push_back(tables[input.sentences[row]][step][input.previous[row]]);
    }
    ++step;
    return torch::stack(rows);
  };
}

/// Log-probabilities of the next token after each sequence of tokens; what is not named never
/// comes.
class PrefixSteps {
 public:
  using Prefix = std::vector<int64_t>;
  PrefixSteps(std::map<Prefix, torch::Tensor> log_probs, int64_t vocab)
      : log_probs_(std::move(log_probs)), vocab_(vocab) {}

  torch::Tensor operator()(const search::StepInput& input) {
    std::vector<Prefix> prefixes;
    std::vector<torch::Tensor> rows;
    for (size_t row = 0; row < input.previous.size(); ++row) {
      prefixes.emplace_back();
      if (!input.parents.empty()) {
        prefixes.back() = prefixes_.at(static_cast<size_t>(input.parents[row]));
        prefixes.back().push_back(input.previous[row]);
      }
      const auto known = log_probs_.find(prefixes.back());
      rows.push_back(known == log_probs_.end() ? torch::full({vocab_}, -INFINITY, torch::kFloat64)
                                               : known->second);
    }
    prefixes_ = std::move(prefixes);
    return torch::stack(rows);
  }

 private:
  std::map<Prefix, torch::Tensor> log_probs_;
  int64_t vocab_;
  std::vector<Prefix> prefixes_;  // of the rows of the last step
};

}  // namespace regard::test
