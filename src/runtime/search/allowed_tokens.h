#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "search/beam_search_options.h"
#include "search/grouped_search.h"
#include "search/sentence_search.h"

/// Determines which tokens may follow a hypothesis. All rules that forbid tokens are applied here,
/// independently of how the log-probabilities are computed.
namespace regard::search {

/// Tokens that must not come next, in ascending order, if only WholeWords and the minimum length
/// forbid any.
class ForbiddenTokens {
 public:
  ForbiddenTokens() = default;
  explicit ForbiddenTokens(const BeamSearchOptions& options);

  std::span<const int64_t> after(const GroupedSearch::Row& row) const;
  /// Tokens that no hypothesis may contain.
  std::span<const int64_t> always() const { return always_; }

  /// The forbidden tokens within `tokens` (ascending), as positions in `tokens`.
  ForbiddenTokens among(std::span<const int32_t> tokens) const;

 private:
  std::vector<int64_t> always_;       // pad and bos
  std::vector<int64_t> too_early_;    // pad, bos and eos: forbidden before the minimum length
  std::vector<int64_t> inside_word_;  // forbidden inside a word: also WholeWords::boundaries
};

/// The options of a call, prepared for its sentences. Sentences that are translated together may
/// have different options.
struct SearchRules {
  explicit SearchRules(const BeamSearchOptions& chosen)
      : options(chosen), forbidden(chosen), wanted(GroupedSearch::continuations_wanted(chosen)) {}

  BeamSearchOptions options;
  ForbiddenTokens forbidden;
  int64_t wanted;  ///< continuations needed per hypothesis
};

/// Whether the next step of a hypothesis needs the log-probability of every token: because of
/// rules, a prefix, phrases or sampling. Otherwise the best `wanted` tokens that are not
/// `forbidden` suffice.
bool needs_all_tokens(const GroupedSearch::Row& row, const SearchRules& rules);

/// The continuations of a hypothesis, given the log-probabilities (vocab) of all tokens; sets
/// forbidden ones to -infinity. Returns the best ones in order, plus any others that the search
/// needs, or the sampled one. Throws Error if a log-probability is NaN.
std::vector<Continuation> continuations_of(std::span<float> log_probs,
                                           const GroupedSearch::Row& row, const SearchRules& rules);

}  // namespace regard::search
