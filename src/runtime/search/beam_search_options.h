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

/// Keeps the search from leaving a word unfinished: no boundary token may follow an incomplete
/// word. Forbidden tokens still count in the softmax.
struct WholeWords {
  /// Whether a hypothesis with these tokens ends within a word. Empty: it never does. Must be
  /// thread-safe.
  std::function<bool(std::span<const int64_t> tokens)> end_within_word = {};
  std::vector<int64_t> boundaries = {};  ///< boundary tokens in ascending order, including eos

  bool forbid_boundary_after(std::span<const int64_t> tokens) const {
    return end_within_word && end_within_word(tokens);
  }
};

/// Restrictions on the next token besides the model's scores. They depend only on the hypothesis
/// itself, so translations stay independent of the other sentences in the batch.
struct TokenRules {
  /// Tokens that are never generated.
  std::vector<int64_t> suppressed = {};
  /// Multiplies the log-probability of tokens already in the hypothesis (Keskar et al., 2019,
  /// arXiv:1909.05858). 1: no penalty.
  double repetition_penalty = 1.0;
  /// Forbids repeating any sequence of N tokens (Paulus et al., 2018, arXiv:1705.04304). 0: no
  /// restriction.
  int64_t no_repeat_ngram = 0;

  bool empty() const {
    return suppressed.empty() && repetition_penalty == 1.0 && no_repeat_ngram == 0;
  }

  /// Applies the rules to the log-probabilities of the token after `tokens`. Forbidden tokens get
  /// -infinity.
  void apply(std::span<const int64_t> tokens, std::span<float> log_probs) const;
};

/// The rules in a config, except `suppressed`, which needs a vocabulary.
TokenRules token_rules(const config::SearchOptions& options);

/// Counteracts the search's preference for short translations: score = log P / normalizer(length).
struct LengthPenalty {
  using Form = config::LengthPenaltyForm;

  double alpha = 1.0;  ///< 0: no penalty
  Form form = Form::power;
  bool count_eos = true;  ///< whether `length` includes eos

  /// The divisor of log P, which grows with `length`. `length` is at least 1.
  double normalizer(int64_t length) const;
  /// Score of a hypothesis with `tokens` tokens, including eos if `finished`.
  double score(double log_prob, int64_t tokens, bool finished) const;
};

/// The penalty set in a config.
LengthPenalty length_penalty(const config::SearchOptions& options);

/// Restricts the tokens from which the next one is sampled. The options apply in this order.
struct SamplingOptions {
  /// A token's probability is proportional to exp(logit / temperature). 0: the most likely token.
  double temperature = 1.0;
  /// Sample from this many of the most likely tokens (Fan et al., 2018, arXiv:1805.04833). 0: all.
  int64_t top_k = 0;
  /// Sample only from the smallest set of most likely tokens whose probabilities sum to at least
  /// this: nucleus sampling (Holtzman et al., 2020, arXiv:1904.09751). 1: all.
  double top_p = 1.0;
  /// Sample only tokens of at least this probability, or else the most likely one: epsilon sampling
  /// (Hewitt et al., 2022, arXiv:2210.15191). 0: all.
  double epsilon = 0.0;
};

/// The sampling options in a config.
SamplingOptions sampling_options(const config::GenerationOptions& options);

/// Samples a token, given the logit of each; never one with -infinity. Of equal logits, the lower
/// token counts as more likely. Takes one number from `random`, or none if temperature is 0. The
/// result is the same with every standard library.
int64_t sample_token(std::span<const double> logits, const SamplingOptions& options,
                     std::mt19937_64& random);

/// Candidates (continuations of living hypotheses by one token) are ordered by log-probability,
/// then by the rank of their parent, then by token, so results never depend on a sorting algorithm.
/// The best beam_size candidates that do not end stay alive. A candidate that ends is finished if
/// it is among the best beam_size of all. The search of a sentence stops once no living hypothesis
/// can still enter the n-best list, so the list is the same as without early stopping. With
/// beam_size 1 this is greedy search regardless of the other options: the first eos ends it.
struct BeamSearchOptions {
  using Defaults = config::SearchOptions;  ///< source of the defaults below

  int64_t beam_size = Defaults().beam_size;  ///< living hypotheses per sentence
  int64_t n_best = 1;                        ///< hypotheses to return per sentence
  LengthPenalty penalty = length_penalty({});
  /// The cost of source tokens that receive no attention: beta in
  ///   score = log P / length^alpha + beta * sum over source tokens of log(min(attention, 1)),
  /// Wu et al. (2016), equation 14. The source's eos is not counted. 0: no penalty.
  double coverage_penalty = 0.0;
  int64_t min_length = 0;  ///< including eos; shorter hypotheses cannot finish
  /// At most max_length_ratio * source tokens + max_length_extra tokens, including eos, and at most
  /// as many steps as the model supports.
  double max_length_ratio = Defaults().max_length_ratio;
  int64_t max_length_extra = Defaults().max_length_extra;
  int64_t most_tokens = 0;  ///< maximum length for all sentences, including eos; 0: none
  TokenRules rules = token_rules({});
  WholeWords whole_words = {};

  /// Groups of the beam, each of beam_size / groups hypotheses, which take each step one after
  /// another. In selection, but not in the score, a token loses `diversity` for each earlier group
  /// that chose it in this step (Vijayakumar et al., 2018, arXiv:1610.02424).
  int64_t groups = 1;
  double diversity = Defaults().diversity;

  bool keep_attention = false;     ///< return the attention of each hypothesis
  bool keep_token_scores = false;  ///< return the score of each token

  /// Instead of searching, samples each token from the model's distribution (ancestral sampling).
  /// This keeps the variety that search removes, e.g. for back-translation (Edunov et al., 2018,
  /// arXiv:1808.09381). Needs a beam_size of 1 and a Request::random for each sentence. The same
  /// random numbers give the same translation regardless of the other sentences. Log-probabilities
  /// are the model's, regardless of the temperature.
  std::optional<SamplingOptions> sampling = {};

  /// Special tokens; pad and bos are never generated. The defaults match text/tokenizer_pair.h.
  int64_t pad = 0;
  int64_t bos = 2;
  int64_t eos = 3;

  bool wants_attention() const { return keep_attention || coverage_penalty > 0.0; }
};

/// The search options in a config, except those that need a vocabulary.
BeamSearchOptions beam_search_options(const config::SearchOptions& options);

/// Maximum length, including eos, of the translation of a source with `source_tokens` tokens.
/// `max_steps` is the model's limit.
int64_t max_length(const BeamSearchOptions& options, int64_t source_tokens, int64_t max_steps);

}  // namespace regard::search
