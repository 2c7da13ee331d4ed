#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "module_search/table_steps.h"
#include "text/tokenizer_pair.h"

/// Searches in tables of log-probabilities (step, previous, next), and their expected results.
namespace regard::search {

using Ids = std::vector<int64_t>;
using Hypotheses = std::vector<Hypothesis>;

inline torch::Tensor random_table(uint64_t seed, int64_t steps, int64_t vocab,
                                  torch::ScalarType type = torch::kFloat64) {
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(seed);
  return torch::randn({steps, vocab, vocab}, generator, type).mul(2).log_softmax(-1);
}

inline Hypotheses search_table(const torch::Tensor& table, int64_t max_length,
                               const BeamSearchOptions& options) {
  return test::search_steps(test::table_steps(table), max_length, options);
}

/// The default tolerance covers sums of a few double logarithms.
inline void expect_same(const Hypotheses& found, const Hypotheses& expected,
                        double tolerance = 1e-9) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t rank = 0; rank < found.size(); ++rank) {
    EXPECT_EQ(found[rank].tokens, expected[rank].tokens) << "at rank " << rank;
    EXPECT_EQ(found[rank].finished, expected[rank].finished) << "at rank " << rank;
    EXPECT_NEAR(found[rank].log_prob, expected[rank].log_prob, tolerance);
    EXPECT_NEAR(found[rank].score, expected[rank].score, tolerance);
  }
}

/// The `count` best, or all if there are fewer.
inline Hypotheses best(Hypotheses all, int64_t count) {
  std::ranges::stable_sort(all, std::greater<>(), [](const Hypothesis& hypothesis) {
    return std::pair(hypothesis.finished, hypothesis.score);
  });
  if (all.size() > static_cast<size_t>(count)) all.resize(static_cast<size_t>(count));
  return all;
}

/// The sum of the tokens' log-probabilities.
inline double log_prob_in(const torch::Tensor& table, const Ids& tokens) {
  double sum = 0.0;
  int64_t previous = text::kBos;
  for (size_t step = 0; step < tokens.size(); ++step) {
    sum += table[static_cast<int64_t>(step)][previous][tokens[step]].item<double>();
    previous = tokens[step];
  }
  return sum;
}

/// Every sequence that ends within `max_length` tokens, with its log-probability and score, except
/// those with log-probability -infinity, which cannot occur.
inline Hypotheses brute_force(int64_t vocab, int64_t max_length,
                              const std::function<double(const Ids&)>& log_prob,
                              const std::function<double(const Ids&, double)>& score) {
  Hypotheses all;
  const std::function<void(const Ids&)> extend = [&](const Ids& tokens) {
    for (int64_t token = 0; token < vocab; ++token) {
      if (token == text::kPad || token == text::kBos) continue;
      Ids next = tokens;
      next.push_back(token);
      if (token == text::kEos) {
        const double sum = log_prob(next);
        if (std::isfinite(sum)) all.push_back({next, sum, score(next, sum), true});
      } else if (static_cast<int64_t>(next.size()) < max_length) {
        extend(next);
      }
    }
  };
  extend({});
  const auto count = static_cast<int64_t>(all.size());
  return best(std::move(all), count);
}

/// All sequences in a table, with the minimum length and the length penalty of the options.
inline Hypotheses brute_force(const torch::Tensor& table, int64_t max_length,
                              const BeamSearchOptions& options) {
  const auto log_prob = [&](const Ids& tokens) {
    return static_cast<int64_t>(tokens.size()) < options.min_length ? -INFINITY
                                                                    : log_prob_in(table, tokens);
  };
  const auto score = [&](const Ids& tokens, double sum) {
    return options.penalty.score(sum, static_cast<int64_t>(tokens.size()), true);
  };
  return brute_force(table.size(2), max_length, log_prob, score);
}

/// Variants of beam search that golden values cover in addition to regard's own.
struct Variant {
  bool shrinks = false;      ///< a finished hypothesis's place stays empty (Sutskever et al., 2014)
  bool stops_early = false;  ///< when beam_size hypotheses have finished
};

/// Beam search according to its definition: all continuations of all hypotheses in one sorted list.
inline Hypotheses defined_search(const torch::Tensor& table, int64_t max_length,
                                 const BeamSearchOptions& options, const Variant& variant = {}) {
  const auto beam_size = static_cast<size_t>(options.beam_size);
  Hypotheses living(1), finished;
  for (int64_t step = 0; step < max_length && !living.empty(); ++step) {
    Hypotheses candidates;
    for (const auto& hypothesis : living) {
      const int64_t previous = step == 0 ? options.bos : hypothesis.tokens.back();
      for (int64_t token = 0; token < table.size(2); ++token) {
        const bool ends = token == options.eos;
        if (token == options.pad || token == options.bos) continue;
        if (ends && step + 1 < options.min_length) continue;
        candidates.push_back(hypothesis);
        candidates.back().tokens.push_back(token);
        candidates.back().log_prob += table[step][previous][token].item<double>();
        candidates.back().finished = ends;
      }
    }
    std::ranges::stable_sort(candidates, std::greater<>(), &Hypothesis::log_prob);
    const size_t width = beam_size - (variant.shrinks ? finished.size() : 0);
    living.clear();
    for (size_t place = 0; place < candidates.size(); ++place) {
      const auto& candidate = candidates[place];
      const bool is_among_best = place < width;
      if (candidate.finished && is_among_best) finished.push_back(candidate);
      if (!candidate.finished && living.size() < width && (is_among_best || !variant.shrinks)) {
        living.push_back(candidate);
      }
    }
    const bool may_stop = variant.stops_early || variant.shrinks || beam_size == 1;
    if (may_stop && finished.size() >= beam_size) living.clear();
  }
  finished.insert(finished.end(), living.begin(), living.end());  // cut off
  for (auto& hypothesis : finished) {
    hypothesis.score = options.penalty.score(
        hypothesis.log_prob, static_cast<int64_t>(hypothesis.tokens.size()), hypothesis.finished);
  }
  return best(std::move(finished), options.n_best);
}

}  // namespace regard::search
