#pragma once
#include <cstdint>
#include <optional>

#include "regard/config/search_options.h"
#include "search/length_penalty.h"
#include "search/sampling.h"
#include "search/token_rules.h"
#include "search/whole_words.h"

namespace regard::search {

/// Candidates, the continuations of the living hypotheses by one token, are ordered by
/// log-probability, then by the rank of what they continue, then by token: what is found never
/// depends on a sorting algorithm. The best beam_size that do not end live on; one that ends is
/// finished if it is among the best beam_size of all. Search is done with a sentence as soon as
/// nothing alive can still come among the n best: the list is the one that never stopping gives.
/// With beam_size 1 this is greedy search, whatever the other options: the first eos ends it.
struct BeamSearchOptions {
  using Defaults = config::SearchOptions;  ///< where the defaults of both stand

  int64_t beam_size = Defaults().beam_size;  ///< living hypotheses for each sentence
  int64_t n_best = 1;                        ///< hypotheses to return for each sentence
  LengthPenalty penalty = length_penalty({});
  /// What a source token without attention costs: beta in
  ///   score = log P / length^alpha + beta * sum over source tokens of log(min(attention, 1)),
  /// Wu et al. (2016), equation 14; the source's eos does not count. 0 is no penalty.
  double coverage_penalty = 0.0;
  int64_t min_length = 0;  ///< eos included; no shorter hypothesis finishes
  /// At most max_length_ratio * source tokens + max_length_extra tokens, eos included, and no more
  /// steps than the model can take.
  double max_length_ratio = Defaults().max_length_ratio;
  int64_t max_length_extra = Defaults().max_length_extra;
  int64_t most_tokens = 0;  ///< maximum length for all sentences, eos included; 0: none
  TokenRules rules = {};
  WholeWords whole_words = {};

  /// Groups of the beam, each of beam_size / groups hypotheses, which take each step in turn. A
  /// token counts `diversity` less in the choice, not in the score, for each earlier group that
  /// took it in this step (Vijayakumar et al., 2018, arXiv:1610.02424).
  int64_t groups = 1;
  double diversity = Defaults().diversity;

  bool keep_attention = false;     ///< of each hypothesis
  bool keep_token_scores = false;  ///< likewise

  /// Instead of search, each token is drawn from the model's distribution (ancestral sampling),
  /// which keeps the variety that search removes (for back-translation: Edunov et al., 2018,
  /// arXiv:1808.09381). Needs a beam_size of 1 and a Request::random for each sentence; the same
  /// numbers give the same translation whatever the other sentences are. Log-probabilities are
  /// those of the model, whatever the temperature.
  std::optional<SamplingOptions> sampling = {};

  /// Special tokens; pad and bos are never generated. The defaults are those of
  /// text/special_tokens.h.
  int64_t pad = 0;
  int64_t bos = 2;
  int64_t eos = 3;

  bool wants_attention() const { return keep_attention || coverage_penalty > 0.0; }
};

/// Maximum number of tokens, eos included, of the translation of `source_tokens` tokens;
/// `max_steps` is the model's own limit.
int64_t max_length(const BeamSearchOptions& options, int64_t source_tokens, int64_t max_steps);

}  // namespace regard::search
