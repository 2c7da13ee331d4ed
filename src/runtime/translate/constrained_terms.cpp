#include "translate/constrained_terms.h"

#include <memory>
#include <utility>

#include "translate/candidates.h"

namespace regard::translate {

std::vector<Hypotheses> constrained_search(const ConstrainedSearch& with,
                                           std::span<const size_t> sources) {
  const auto& [search, tokenizers, selector, plan] = with;
  std::vector<Hypotheses> of_sources(plan.requests.size());
  if (plan.alternatives > 0) return of_sources;
  const auto edges =
      std::make_shared<const search::TokenEdges>(token_edges_of(tokenizers.target()));
  std::vector<size_t> numbers;
  std::vector<search::Request> requests;
  for (const size_t source : sources) {
    auto request = plan.requests[source];
    bool is_written = true;
    for (const auto* term : plan.terms[source]) {
      auto phrase = tokenizers.encode_target(term->target);
      phrase.pop_back();  // eos
      is_written = is_written && tokenizers.decode_target(phrase) == term->target;
      request.may_end_words.insert(request.may_end_words.end(), phrase.begin(), phrase.end());
      request.phrases.push_back(std::move(phrase));
    }
    if (!is_written) continue;
    request.edges = edges;
    numbers.push_back(source);
    requests.push_back(std::move(request));
  }
  if (numbers.empty()) return of_sources;
  auto selected = selector.of(numbers);
  selected.plan.requests = std::move(requests);
  auto found = search(selected.sources, selected.plan);
  for (size_t i = 0; i < numbers.size(); ++i) of_sources[numbers[i]] = std::move(found[i]);
  return of_sources;
}

}  // namespace regard::translate
