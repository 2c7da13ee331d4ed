#pragma once
#include <torch/types.h>

#include <map>
#include <span>
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

/// A separate table for each sentence: (sentence, step, previous, next). A source's first token is
/// the number of its table.
inline search::TensorSteps table_steps_of_sentences(const torch::Tensor& tables) {
  return {.begin = [tables](std::span<const engine::Source> sources) {
    std::vector<int64_t> numbers;
    for (const auto& source : sources) numbers.push_back(source.tokens.front());
    return [=, step = int64_t{0}](const search::StepInput& input) mutable {
      std::vector<torch::Tensor> rows;
      for (size_t row = 0; row < input.previous.size(); ++row) {
        const auto table = tables[numbers[static_cast<size_t>(input.sentences[row])]];
        rows.push_back(table[step][input.previous[row]]);
      }
      ++step;
      return torch::stack(rows);
    };
  }};
}

/// Limits the length of translations to that of the source.
inline search::BeamSearchOptions of_source_length(search::BeamSearchOptions options) {
  options.max_length_ratio = 1.0;
  options.max_length_extra = 0;
  return options;
}

/// Searches one sentence, of at most `max_length` tokens.
inline std::vector<search::Hypothesis> search_steps(const search::StepFunction& steps,
                                                    int64_t max_length,
                                                    const search::BeamSearchOptions& options,
                                                    const search::Request& request = {}) {
  const std::vector<int64_t> source(static_cast<size_t>(max_length), 0);
  return search::beam_search({.begin = [&](auto) { return steps; }}, std::span(&source, 1),
                             of_source_length(options), {.requests = std::span(&request, 1)})
      .front();
}

/// Log-probabilities of the next token after each sequence of tokens; unnamed tokens never occur.
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
  std::vector<Prefix> prefixes_;  // rows of the last step
};

}  // namespace regard::test
