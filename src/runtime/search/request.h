#pragma once
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

namespace regard::search {

/// One candidate of the search.
struct Hypothesis {
  std::vector<int64_t> tokens;  ///< without bos; the last is eos where it is finished
  double log_prob = 0.0;        ///< log P of the tokens: the sum of their log-probabilities
  double score = 0.0;           ///< log_prob after the length penalty, which orders the n-best
  bool finished = false;        ///< ends in eos; false if cut off at the maximum length
  /// Attention of each token over the source tokens (BeamSearchOptions::keep_attention).
  std::vector<std::vector<float>> attention = {};
  /// Log-probability of each token (BeamSearchOptions::keep_token_scores).
  std::vector<double> token_log_probs = {};
};

/// Properties of each token that decide whether a phrase may begin or end next to it.
struct TokenEdges {
  std::vector<bool> begins_word;    ///< a word before it has ended; true for eos, too
  std::vector<bool> ends_sentence;  ///< it holds a mark that ends sentences
};

/// Sequences of tokens that a translation must contain, each at least once, in any order.
class Phrases {
 public:
  using Tokens = std::vector<int64_t>;

  Phrases() = default;
  /// Without `edges`, nothing is forbidden.
  explicit Phrases(std::vector<Tokens> phrases, std::shared_ptr<const TokenEdges> edges = {});

  bool empty() const { return phrases_.empty(); }

  struct Progress {
    /// Tokens of the complete phrases, and of the one in progress.
    int64_t tokens = 0;
    bool complete = false;
    std::vector<int64_t> next = {};  ///< each token that continues a missing phrase
  };
  Progress of(std::span<const int64_t> tokens) const;

  /// Sets the log-probabilities of what must not come after `tokens` to -infinity: the rest of a
  /// word after a phrase, and, as long as a phrase is missing, the end of the sentence.
  void restrict_next(std::span<const int64_t> tokens, std::span<float> log_probs) const;

 private:
  bool is_just_complete(std::span<const int64_t> tokens) const;

  std::vector<Tokens> phrases_;
  std::shared_ptr<const TokenEdges> edges_;
};

/// Requests for one sentence, beyond the options of all.
struct Request {
  int64_t min_length = 0;  ///< eos included, like the options' minimum; the larger one applies
  /// Tokens that every hypothesis starts with. With eos at their end, they are all of it.
  std::vector<int64_t> prefix = {};
  /// Sequences of tokens that a hypothesis must contain before it may end (constrained search: Post
  /// and Vilar, 2018, arXiv:1804.06609). Slots of the beam alternate between hypotheses with
  /// different numbers of their tokens, so that some always progress.
  std::vector<std::vector<int64_t>> phrases = {};
  /// With them, the word of a phrase ends with it, and no sentence ends before it.
  std::shared_ptr<const TokenEdges> edges = {};
  bool keep_attention = false;  ///< return the attention of each hypothesis, overriding the options
  /// Tokens that any word of this sentence may end with, whatever WholeWords says.
  std::vector<int64_t> may_end_words = {};
  /// With `sampling` in the options: the random generator for this sentence's tokens. Each search
  /// copies it. It is shared because its state takes 2.5 kB.
  std::shared_ptr<const std::mt19937_64> random = {};
};

}  // namespace regard::search
