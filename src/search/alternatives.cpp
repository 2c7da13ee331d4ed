#include "regard/search/alternatives.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace regard::search {

std::vector<Hypothesis> alternatives(const Decoders& decoders, const torch::Tensor& source,
                                     const BeamSearchOptions& options, const Request& request,
                                     int64_t count) {
  TORCH_CHECK(source.dim() == 2 && source.size(0) == 1,
              "alternatives: source must be (1, source), got ", source.sizes());
  const auto lengths = torch::full({1}, source.size(1), torch::kInt64).to(source.device());
  auto next_token = options;
  next_token.beam_size = next_token.n_best = count;
  next_token.groups = 1;
  next_token.most_tokens = static_cast<int64_t>(request.prefix.size()) + 1;
  next_token.coverage_penalty = 0.0;
  next_token.penalty.alpha = 0.0;
  // Of hypotheses that end here and hypotheses cut off here, the likelier counts.
  const int64_t longest[] = {next_token.most_tokens};
  auto begun = beam_search(steps_of(decoders, source, lengths, false, options.eos), longest,
                           next_token, std::span(&request, 1))
                   .front();
  std::ranges::stable_sort(begun, std::greater<>(), &Hypothesis::log_prob);

  auto one = options;
  one.n_best = 1;
  std::vector<Request> requests;
  for (const auto& hypothesis : begun) {
    requests.push_back(request);
    requests.back().prefix = hypothesis.tokens;
  }
  std::vector<Hypothesis> found;
  const auto rows = static_cast<int64_t>(requests.size());
  for (auto& n_best :
       beam_search(decoders, source.expand({rows, -1}), lengths.expand({rows}), one, requests)) {
    for (auto& hypothesis : n_best) found.push_back(std::move(hypothesis));
  }
  return found;
}

}  // namespace regard::search
