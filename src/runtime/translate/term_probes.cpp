#include "translate/term_probes.h"

#include <algorithm>
#include <utility>

namespace regard::translate {

using search::Hypothesis;

std::vector<Hypothesis> TermProbes::forced(Selection selected,
                                           std::span<const Tokens> tokens) const {
  auto& plan = selected.plan;
  plan.alternatives = 0;
  plan.n_best = plan.beam.beam_size = plan.beam.n_best = plan.beam.groups = 1;
  plan.beam.most_tokens = plan.beam.max_length_extra = 0;
  plan.beam.max_length_ratio = 0.0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    plan.requests[i].prefix = tokens[i];
    plan.beam.max_length_extra =
        std::max(plan.beam.max_length_extra, static_cast<int64_t>(tokens[i].size()));
  }
  std::vector<Hypothesis> hypotheses;
  if (tokens.empty()) return hypotheses;
  for (auto& n_best : search_(selected.sources, plan)) {
    hypotheses.push_back(std::move(n_best.front()));
  }
  return hypotheses;
}

namespace {

/// The hypotheses to probe if their source has this many term occurrences.
std::span<const Hypothesis> probed(const Hypotheses& hypotheses, size_t terms) {
  const size_t most = TermProbes::kMost / std::max<size_t>(terms, 1);
  return std::span(hypotheses).first(std::min(hypotheses.size(), most));
}

}  // namespace

std::vector<std::vector<std::vector<WordsOfTerm>>> TermProbes::words(
    const std::vector<Hypotheses>& of_sources, const std::vector<size_t>& sources,
    const std::vector<std::vector<TermInSource>>& terms) const {
  std::vector<size_t> numbers;
  std::vector<Tokens> tokens, without;
  for (const size_t source : sources) {
    for (const auto& hypothesis : probed(of_sources[source], terms[source].size())) {
      for (const auto& place : terms[source]) {
        numbers.push_back(source);
        tokens.push_back(hypothesis.tokens);
        auto& rest = without.emplace_back(sources_.tokens[source]);
        rest[place.begin] = text::kUnk;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place.begin) + 1,
                   rest.begin() + static_cast<std::ptrdiff_t>(place.end));
      }
    }
  }
  auto selected = selector_.of(numbers);
  selected.sources.tokens = std::move(without);
  const auto less_likely = forced(std::move(selected), tokens);
  std::vector<std::vector<std::vector<WordsOfTerm>>> words(of_sources.size());
  size_t probe = 0;
  for (const size_t source : sources) {
    for (const auto& hypothesis : probed(of_sources[source], terms[source].size())) {
      auto& of_hypothesis = words[source].emplace_back();
      for (const auto& place : terms[source]) {
        auto loss = hypothesis.token_log_probs;
        const auto& left = less_likely[probe++].token_log_probs;
        for (size_t i = 0; i < loss.size() && i < left.size(); ++i) loss[i] -= left[i];
        of_hypothesis.emplace_back(hypothesis, tokenizers_, place, loss);
      }
    }
  }
  return words;
}

}  // namespace regard::translate
