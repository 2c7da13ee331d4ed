#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "regard/config/generation_options.h"
#include "regard/config/search_options.h"

namespace regard::search {

/// Keeps search from leaving a word unfinished: none of the boundaries may follow one. Forbidden
/// tokens still count in the softmax.
struct WholeWords {
  /// Whether the tokens of a hypothesis end within a word. Empty: they never do. Several threads
  /// call it at once.
  std::function<bool(std::span<const int64_t> tokens)> end_within_word = {};
  std::vector<int64_t> boundaries = {};  ///< in ascending order, eos among them

  bool forbid_boundary_after(std::span<const int64_t> tokens) const {
    return end_within_word && end_within_word(tokens);
  }
};

/// Search's rules on the next token, besides the model. A rule looks only at the hypothesis itself,
/// so a translation stays independent of its neighbours.
struct TokenRules {
  /// Tokens that are never generated.
  std::vector<int64_t> suppressed = {};
  /// Multiplies the log-probability of tokens already in the hypothesis (Keskar et al., 2019,
  /// arXiv:1909.05858). 1: no penalty.
  double repetition_penalty = 1.0;
  /// No sequence of N tokens occurs twice (Paulus et al., 2018, arXiv:1705.04304). 0: no
  /// restriction.
  int64_t no_repeat_ngram = 0;

  bool empty() const {
    return suppressed.empty() && repetition_penalty == 1.0 && no_repeat_ngram == 0;
  }

  /// `log_probs` of the token after `tokens`; forbidden ones become -infinity.
  void apply(std::span<const int64_t> tokens, std::span<float> log_probs) const;
};

/// The rules that a config asks for, without `suppressed`, which needs a vocabulary.
TokenRules token_rules(const config::SearchOptions& options);

/// What keeps search from preferring short translations: score = log P / normalizer(length).
struct LengthPenalty {
  using Form = config::LengthPenaltyForm;

  double alpha = 1.0;  ///< 0 is no penalty
  Form form = Form::power;
  bool count_eos = true;  ///< the end of sentence counts as a token of `length`

  /// Grows with `length`, which is at least 1.
  double normalizer(int64_t length) const;
  /// `tokens` with eos where `finished`.
  double score(double log_prob, int64_t tokens, bool finished) const;
};

/// The penalty that a config asks for.
LengthPenalty length_penalty(const config::SearchOptions& options);

/// From which tokens the next one is drawn. Applied in this order.
struct SamplingOptions {
  /// p is proportional to exp(logit / temperature). 0: the most likely token, always.
  double temperature = 1.0;
  /// Only this many of the most likely tokens (Fan et al., 2018, arXiv:1805.04833). 0: all.
  int64_t top_k = 0;
  /// Only the fewest most likely tokens whose probabilities sum to at least this, nucleus sampling
  /// (Holtzman et al., 2020, arXiv:1904.09751). 1: all.
  double top_p = 1.0;
  /// Only tokens of at least this probability, or the most likely one: epsilon sampling (Hewitt et
  /// al., 2022, arXiv:2210.15191). 0: all.
  double epsilon = 0.0;
};

/// The sampling options of a config.
SamplingOptions sampling_options(const config::GenerationOptions& options);

/// Draws a token, given the logit of each; -infinity is never drawn. Of equal logits the lower
/// token counts as more likely. Takes one number from `random`, none where temperature is 0: the
/// same logits and the same engine give the same token with every standard library.
int64_t sample_token(std::span<const double> logits, const SamplingOptions& options,
                     std::mt19937_64& random);

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
  TokenRules rules = token_rules({});
  WholeWords whole_words = {};

  /// Groups of the beam, each of beam_size / groups hypotheses, which take each step in turn. A
  /// token counts `diversity` less in the choice, not in the score, for each earlier group that
  /// took it in this step (Vijayakumar et al., 2018, arXiv:1610.02424).
  int64_t groups = 1;
  double diversity = Defaults().diversity;

  bool keep_attention = false;     ///< return the attention of each hypothesis
  bool keep_token_scores = false;  ///< return the score of each token

  /// Instead of search, each token is drawn from the model's distribution (ancestral sampling),
  /// which keeps the variety that search removes (for back-translation: Edunov et al., 2018,
  /// arXiv:1808.09381). Needs a beam_size of 1 and a Request::random for each sentence; the same
  /// numbers give the same translation whatever the other sentences are. Log-probabilities are
  /// those of the model, whatever the temperature.
  std::optional<SamplingOptions> sampling = {};

  /// Special tokens; pad and bos are never generated. The defaults are those of
  /// text/tokenizer_pair.h.
  int64_t pad = 0;
  int64_t bos = 2;
  int64_t eos = 3;

  bool wants_attention() const { return keep_attention || coverage_penalty > 0.0; }
};

/// The options that a config asks for, without those that need a vocabulary.
BeamSearchOptions beam_search_options(const config::SearchOptions& options);

/// Maximum number of tokens, eos included, of the translation of `source_tokens` tokens;
/// `max_steps` is the model's limit.
int64_t max_length(const BeamSearchOptions& options, int64_t source_tokens, int64_t max_steps);

}  // namespace regard::search
