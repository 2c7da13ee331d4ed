#include "search/row_continuations.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace regard::search {
namespace {

constexpr float kForbidden = -std::numeric_limits<float>::infinity();

void forbid(std::span<float> log_probs, std::span<const int64_t> tokens) {
  for (const int64_t token : tokens) log_probs[static_cast<size_t>(token)] = kForbidden;
}

void forbid_all_but(int64_t token, std::span<float> log_probs) {
  const float kept = log_probs[static_cast<size_t>(token)];
  std::ranges::fill(log_probs, kForbidden);
  log_probs[static_cast<size_t>(token)] = kept;
}

void restrict_to_allowed(std::span<float> log_probs, const GroupedSearch::Row& row,
                         const BeamSearchOptions& options) {
  const int64_t never[] = {options.pad, options.bos};
  forbid(log_probs, never);
  if (const auto forced = row.search->forced()) return forbid_all_but(*forced, log_probs);
  if (!options.rules.empty()) options.rules.apply(row.living->tokens, log_probs);
  if (!row.search->may_end()) log_probs[static_cast<size_t>(options.eos)] = kForbidden;
  if (row.search->is_inside_word(*row.living)) forbid(log_probs, options.whole_words.boundaries);
  row.search->phrases().restrict_next(row.living->tokens, log_probs);
}

std::vector<Continuation> best_of(std::span<const float> log_probs, int64_t wanted) {
  std::vector<Continuation> best;
  for (size_t token = 0; token < log_probs.size(); ++token) {
    const double log_prob = static_cast<double>(log_probs[token]);
    const bool is_full = static_cast<int64_t>(best.size()) == wanted;
    if (log_probs[token] == kForbidden || (is_full && log_prob <= best.back().log_prob)) continue;
    if (is_full) best.pop_back();
    const Continuation one{log_prob, static_cast<int64_t>(token)};
    best.insert(std::ranges::upper_bound(best, one, std::less<>()), one);
  }
  return best;
}

Continuation drawn(std::span<const float> log_probs, SentenceSearch& search,
                   const SamplingOptions& sampling) {
  const std::vector<double> logits(log_probs.begin(), log_probs.end());
  const int64_t token = sample_token(logits, sampling, search.random());
  return {logits[static_cast<size_t>(token)], token};
}

}  // namespace

bool needs_whole_rows(const SentenceSearch& search, const BeamSearchOptions& options) {
  return options.sampling || !options.rules.empty() || !search.phrases().empty() ||
         (!search.is_done() && search.forced());
}

std::vector<Continuation> continuations_of(std::span<float> log_probs,
                                           const GroupedSearch::Row& row,
                                           const BeamSearchOptions& options, int64_t wanted) {
  if (std::ranges::any_of(log_probs, [](float one) { return std::isnan(one); })) {
    throw broken_weights();
  }
  restrict_to_allowed(log_probs, row, options);
  if (options.sampling) return {drawn(log_probs, *row.search, *options.sampling)};
  auto best = best_of(log_probs, wanted);
  for (const int64_t token : row.search->wanted(*row.living)) {
    const float log_prob = log_probs[static_cast<size_t>(token)];
    const auto is_same = [&](const Continuation& one) { return one.token == token; };
    if (log_prob == kForbidden || std::ranges::any_of(best, is_same)) continue;
    best.push_back({static_cast<double>(log_prob), token});
  }
  return best;
}

}  // namespace regard::search
