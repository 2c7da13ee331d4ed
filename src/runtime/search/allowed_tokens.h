#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "search/beam_search_options.h"
#include "search/grouped_search.h"
#include "search/sentence_search.h"

/// What may follow a hypothesis: every rule that forbids a token is applied here, whatever computes
/// the log-probabilities.
namespace regard::search {

/// The tokens that may not come next where only WholeWords and the minimum length forbid any, in
/// ascending order.
class ForbiddenTokens {
 public:
  ForbiddenTokens() = default;
  explicit ForbiddenTokens(const BeamSearchOptions& options);

  std::span<const int64_t> after(const GroupedSearch::Row& row) const;
  /// Tokens forbidden to every hypothesis.
  std::span<const int64_t> always() const { return always_; }

  /// The positions in `tokens`, in ascending order, of those that it contains.
  ForbiddenTokens among(std::span<const int32_t> tokens) const;

 private:
  std::vector<int64_t> always_;       // pad and bos
  std::vector<int64_t> too_early_;    // forbidden with eos before the minimum length
  std::vector<int64_t> inside_word_;  // forbidden with WholeWords::boundaries
};

/// The options of a call, prepared for its sentences. Sentences translated together may have
/// different ones.
struct SearchRules {
  explicit SearchRules(const BeamSearchOptions& chosen)
      : options(chosen), forbidden(chosen), wanted(GroupedSearch::continuations_wanted(chosen)) {}

  BeamSearchOptions options;
  ForbiddenTokens forbidden;
  int64_t wanted;  ///< continuations of each hypothesis
};

/// Whether the next step of a hypothesis needs the log-probability of every token: because of
/// rules, a prefix or phrases, or because tokens are drawn. Otherwise the best `wanted` tokens that
/// are not `forbidden` are enough.
bool needs_all_tokens(const GroupedSearch::Row& row, const SearchRules& rules);

/// The continuations of a hypothesis from the log-probabilities (vocab) of all tokens, in which
/// forbidden ones become -infinity. The best, best first, and those that the search needs besides;
/// or the one that is drawn. Throws Error for a log-probability that is not a number.
std::vector<Continuation> continuations_of(std::span<float> log_probs,
                                           const GroupedSearch::Row& row, const SearchRules& rules);

}  // namespace regard::search
