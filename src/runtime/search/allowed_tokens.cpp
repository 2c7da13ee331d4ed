#include "search/allowed_tokens.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace regard::search {
namespace {

constexpr float kForbidden = -std::numeric_limits<float>::infinity();

std::vector<int64_t> in_order(std::vector<int64_t> tokens) {
  std::ranges::sort(tokens);
  return tokens;
}

std::vector<int64_t> inside_word(const BeamSearchOptions& options) {
  auto tokens = options.whole_words.boundaries;
  tokens.insert(tokens.end(), {options.pad, options.bos, options.eos});
  return in_order(std::move(tokens));
}

std::vector<int64_t> positions_of(const std::vector<int64_t>& tokens,
                                  std::span<const int32_t> among) {
  std::vector<int64_t> positions;
  for (size_t position = 0; position < among.size(); ++position) {
    if (std::ranges::binary_search(tokens, among[position])) {
      positions.push_back(static_cast<int64_t>(position));
    }
  }
  return positions;
}

}  // namespace

ForbiddenTokens::ForbiddenTokens(const BeamSearchOptions& options)
    : always_(in_order({options.pad, options.bos})),
      too_early_(in_order({options.pad, options.bos, options.eos})),
      inside_word_(inside_word(options)) {}

std::span<const int64_t> ForbiddenTokens::after(const GroupedSearch::Row& row) const {
  if (row.search->is_inside_word(*row.living)) return inside_word_;
  return row.search->may_end() ? always_ : too_early_;
}

ForbiddenTokens ForbiddenTokens::among(std::span<const int32_t> tokens) const {
  ForbiddenTokens positions;
  positions.always_ = positions_of(always_, tokens);
  positions.too_early_ = positions_of(too_early_, tokens);
  positions.inside_word_ = positions_of(inside_word_, tokens);
  return positions;
}

namespace {

void restrict_to_allowed(std::span<float> log_probs, const GroupedSearch::Row& row,
                         const SearchRules& rules) {
  if (const auto forced = row.search->forced()) {
    const float kept = log_probs[static_cast<size_t>(*forced)];
    std::ranges::fill(log_probs, kForbidden);
    log_probs[static_cast<size_t>(*forced)] = kept;
    return;
  }
  rules.options.rules.apply(row.living->tokens, log_probs);
  for (const int64_t token : rules.forbidden.after(row)) {
    log_probs[static_cast<size_t>(token)] = kForbidden;
  }
  row.search->phrases().restrict_next(row.living->tokens, log_probs);
}

std::vector<Continuation> best_of(std::span<const float> log_probs, int64_t wanted) {
  std::vector<Continuation> best;
  for (size_t token = 0; token < log_probs.size(); ++token) {
    const auto log_prob = static_cast<double>(log_probs[token]);
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

bool needs_all_tokens(const GroupedSearch::Row& row, const SearchRules& rules) {
  const auto& options = rules.options;
  return options.sampling || !options.rules.empty() || !row.search->phrases().empty() ||
         row.search->forced();
}

std::vector<Continuation> continuations_of(std::span<float> log_probs,
                                           const GroupedSearch::Row& row,
                                           const SearchRules& rules) {
  if (std::ranges::any_of(log_probs, [](float one) { return std::isnan(one); })) {
    throw broken_weights();
  }
  restrict_to_allowed(log_probs, row, rules);
  if (rules.options.sampling) return {drawn(log_probs, *row.search, *rules.options.sampling)};
  auto best = best_of(log_probs, rules.wanted);
  for (const int64_t token : row.search->wanted(*row.living)) {
    const float log_prob = log_probs[static_cast<size_t>(token)];
    const auto is_same = [&](const Continuation& one) { return one.token == token; };
    if (log_prob == kForbidden || std::ranges::any_of(best, is_same)) continue;
    best.push_back({static_cast<double>(log_prob), token});
  }
  return best;
}

}  // namespace regard::search
