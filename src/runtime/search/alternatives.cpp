#include "search/alternatives.h"

#include <algorithm>
#include <utility>

namespace regard::search {
namespace {

/// Finds the `count` likeliest hypotheses of one token after a prefix, whether they end there or
/// are cut off.
BeamSearchOptions next_token_after(const std::vector<int64_t>& prefix, int64_t count,
                                   BeamSearchOptions options) {
  options.beam_size = options.n_best = count;
  options.groups = 1;
  options.most_tokens = options.max_length_extra = static_cast<int64_t>(prefix.size()) + 1;
  options.max_length_ratio = 0.0;
  options.coverage_penalty = 0.0;
  options.penalty.alpha = 0.0;
  options.keep_attention = false;
  return options;
}

}  // namespace

std::vector<Hypothesis> alternatives(const SearchOfSentence& search,
                                     const BeamSearchOptions& options, const Request& request,
                                     int64_t count) {
  auto begun =
      search(next_token_after(request.prefix, count, options), std::span(&request, 1)).front();
  std::ranges::stable_sort(begun, std::greater<>(), &Hypothesis::log_prob);

  auto one = options;
  one.n_best = 1;
  std::vector<Request> requests;
  for (auto& hypothesis : begun) {
    requests.push_back(request);
    requests.back().prefix = std::move(hypothesis.tokens);
  }
  std::vector<Hypothesis> found;
  for (auto& n_best : search(one, requests)) {
    for (auto& hypothesis : n_best) found.push_back(std::move(hypothesis));
  }
  return found;
}

}  // namespace regard::search
