#include "search/grouped_search.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "regard/base/str.h"

namespace regard::search {
namespace {

/// The options of one group; null if the beam is a single group.
std::shared_ptr<const BeamSearchOptions> group_options(const BeamSearchOptions& options) {
  if (options.groups < 1 || options.beam_size % options.groups != 0) {
    throw Error(str("beam_search: groups (", options.groups, ") must divide beam_size (",
                    options.beam_size, ")"));
  }
  if (options.groups == 1) return {};
  auto of_group = std::make_shared<BeamSearchOptions>(options);
  of_group->beam_size /= options.groups;
  of_group->n_best = std::min(options.n_best, of_group->beam_size);
  return of_group;
}

/// Penalizes the tokens that earlier groups have chosen in this step; `chosen` counts them.
void make_diverse(std::span<std::vector<Continuation>> continuations,
                  const std::map<int64_t, int64_t>& chosen, double diversity) {
  for (auto& row : continuations) {
    for (auto& continuation : row) {
      const auto times = chosen.find(continuation.token);
      if (times == chosen.end()) continue;
      continuation.bonus = -diversity * static_cast<double>(times->second);
    }
  }
}

}  // namespace

GroupedSearch::GroupedSearch(int64_t max_length, const BeamSearchOptions& options,
                             const Request& request)
    : of_group_(group_options(options)), diversity_(options.diversity), n_best_(options.n_best) {
  for (int64_t group = 0; group < options.groups; ++group) {
    groups_.emplace_back(max_length, of_group_ ? *of_group_ : options, request);
  }
}

bool GroupedSearch::is_done() const {
  return std::ranges::all_of(groups_, [](const auto& search) { return search.is_done(); });
}

std::vector<GroupedSearch::Row> GroupedSearch::rows() {
  std::vector<Row> rows;
  for (auto& search : groups_) {
    for (const auto& living : search.living()) rows.push_back({&search, &living});
  }
  return rows;
}

int64_t GroupedSearch::continuations_wanted(const BeamSearchOptions& options) {
  // At most this many other tokens can overtake a penalized one.
  const int64_t others = options.groups > 1 ? options.beam_size : 0;
  return options.beam_size / options.groups + 1 + others;
}

void GroupedSearch::advance(std::span<std::vector<Continuation>> continuations,
                            std::span<const AttentionRow> attention) {
  std::map<int64_t, int64_t> chosen;  // tokens chosen in this step, with counts
  size_t row = 0;
  for (auto& search : groups_) {
    const size_t count = search.living().size();
    if (count == 0) continue;
    const auto of_group = continuations.subspan(row, count);
    if (!chosen.empty()) make_diverse(of_group, chosen, diversity_);
    search.advance(of_group, static_cast<int64_t>(row),
                   attention.empty() ? attention : attention.subspan(row, count));
    if (groups_.size() > 1) {
      for (const auto& living : search.living()) ++chosen[living.tokens.back()];
    }
    row += count;
  }
}

std::vector<Hypothesis> GroupedSearch::n_best() {
  if (groups_.size() == 1) return groups_.front().n_best();
  std::vector<Hypothesis> all;
  for (auto& search : groups_) {
    for (auto& hypothesis : search.n_best()) {
      const auto is_same = [&](const Hypothesis& one) { return one.tokens == hypothesis.tokens; };
      if (std::ranges::none_of(all, is_same)) all.push_back(std::move(hypothesis));
    }
  }
  std::ranges::stable_sort(all, [](const Hypothesis& a, const Hypothesis& b) {
    return std::tie(a.finished, a.score) > std::tie(b.finished, b.score);
  });
  if (all.size() > static_cast<size_t>(n_best_)) all.resize(static_cast<size_t>(n_best_));
  return all;
}

namespace {

/// Options that find the `count` most likely single tokens after a prefix, whether or not the
/// hypothesis ends there.
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
