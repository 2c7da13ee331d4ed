#include "search/beam_search_options.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "regard/base/error.h"

namespace regard::search {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

/// Forbids each token that followed an earlier occurrence of the last `size - 1` tokens.
void forbid_repeated(std::span<const int64_t> tokens, size_t size, std::span<float> log_probs) {
  if (tokens.size() + 1 < size) return;
  const auto last = tokens.last(size - 1);
  for (size_t begin = 0; begin + size <= tokens.size(); ++begin) {
    if (std::ranges::equal(tokens.subspan(begin, size - 1), last)) {
      log_probs[static_cast<size_t>(tokens[begin + size - 1])] = kNever;
    }
  }
}

}  // namespace

void TokenRules::apply(std::span<const int64_t> tokens, std::span<float> log_probs) const {
  for (const int64_t token : suppressed) log_probs[static_cast<size_t>(token)] = kNever;
  if (repetition_penalty != 1.0) {
    std::vector<int64_t> distinct(tokens.begin(), tokens.end());
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (const int64_t token : distinct) {
      log_probs[static_cast<size_t>(token)] *= static_cast<float>(repetition_penalty);
    }
  }
  if (no_repeat_ngram > 0) forbid_repeated(tokens, static_cast<size_t>(no_repeat_ngram), log_probs);
}

TokenRules token_rules(const config::SearchOptions& options) {
  return {.repetition_penalty = options.repetition_penalty,
          .no_repeat_ngram = options.no_repeat_ngram};
}

double LengthPenalty::normalizer(int64_t length) const {
  const auto tokens = static_cast<double>(length);
  return std::pow(form == Form::gnmt ? (5.0 + tokens) / 6.0 : tokens, alpha);
}

LengthPenalty length_penalty(const config::SearchOptions& options) {
  return {.alpha = options.length_penalty, .form = options.length_penalty_form};
}

double LengthPenalty::score(double log_prob, int64_t tokens, bool finished) const {
  const int64_t length = finished && !count_eos ? tokens - 1 : tokens;
  return log_prob / normalizer(std::max<int64_t>(length, 1));
}

namespace {

/// The tokens that can be drawn, those with a finite logit, in ascending order.
std::vector<int64_t> drawable(std::span<const double> logits) {
  std::vector<int64_t> tokens(logits.size());
  std::iota(tokens.begin(), tokens.end(), 0);
  std::erase_if(tokens,
                [&](int64_t token) { return logits[static_cast<size_t>(token)] == -INFINITY; });
  return tokens;
}

double sum(const std::vector<double>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

/// The index at which the running sum of `weights` exceeds `bound`.
size_t index_of_sum(const std::vector<double>& weights, double bound) {
  size_t index = 0;
  double reached = weights[0];
  while (reached <= bound && index + 1 < weights.size()) reached += weights[++index];
  return index;
}

}  // namespace

BeamSearchOptions beam_search_options(const config::SearchOptions& options) {
  return {.beam_size = options.beam_size,
          .penalty = length_penalty(options),
          .coverage_penalty = options.coverage_penalty,
          .min_length = options.min_length,
          .max_length_ratio = options.max_length_ratio,
          .max_length_extra = options.max_length_extra,
          .most_tokens = options.max_length,
          .rules = token_rules(options),
          .groups = options.groups,
          .diversity = options.diversity};
}

SamplingOptions sampling_options(const config::GenerationOptions& options) {
  return {.temperature = options.temperature,
          .top_k = options.top_k,
          .top_p = options.top_p,
          .epsilon = options.epsilon};
}

int64_t sample_token(std::span<const double> logits, const SamplingOptions& options,
                     std::mt19937_64& random) {
  if (options.temperature < 0 || options.top_k < 0 || options.top_p <= 0) {
    throw Error("sample_token: temperature and top_k must be at least 0, top_p above 0");
  }
  auto tokens = drawable(logits);
  if (tokens.empty()) throw Error("sample_token: no token can be drawn");
  const auto more_likely = [&](int64_t a, int64_t b) {
    return logits[static_cast<size_t>(a)] > logits[static_cast<size_t>(b)];
  };
  const int64_t best = *std::min_element(tokens.begin(), tokens.end(), more_likely);
  if (options.temperature == 0) return best;
  // Without truncation, the order does not matter, and sorting the vocabulary would take longer
  // than everything else.
  const bool chooses = options.top_k > 0 || options.top_p < 1 || options.epsilon > 0;
  if (chooses) std::stable_sort(tokens.begin(), tokens.end(), more_likely);

  const double highest = logits[static_cast<size_t>(best)];
  std::vector<double> weights;  // unnormalized probabilities
  for (const int64_t token : tokens) {
    const double logit = logits[static_cast<size_t>(token)];
    weights.push_back(std::exp((logit - highest) / options.temperature));
  }
  const double all = sum(weights);
  if (options.top_k > 0 && static_cast<size_t>(options.top_k) < weights.size()) {
    weights.resize(static_cast<size_t>(options.top_k));
  }
  if (options.top_p < 1) {
    const double enough = options.top_p * sum(weights);
    double reached = 0;
    size_t kept = 0;
    while (kept < weights.size() && reached < enough) reached += weights[kept++];
    weights.resize(kept);
  }
  if (options.epsilon > 0) {
    // The weights are in descending order, so the unlikely tokens are at the end.
    while (weights.size() > 1 && weights.back() < options.epsilon * all) weights.pop_back();
  }
  return tokens[index_of_sum(weights, uniform(random) * sum(weights))];
}

}  // namespace regard::search
