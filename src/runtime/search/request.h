#pragma once
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

namespace regard::search {

/// A candidate translation found by the search.
struct Hypothesis {
  std::vector<int64_t> tokens;  ///< tokens without bos; they end in eos if finished
  double log_prob = 0.0;        ///< log P of the tokens: the sum of their log-probabilities
  /// Determines the order of the n-best list: log_prob after the length penalty. Tokens of the
  /// request's prefix count neither in log P nor in the length, because the search did not choose
  /// them, unless they are the whole hypothesis.
  double score = 0.0;
  bool finished = false;  ///< ends in eos; false if cut off at the maximum length
  /// Attention of each token over the source tokens (BeamSearchOptions::keep_attention).
  std::vector<std::vector<float>> attention = {};
  /// Log-probability of each token (BeamSearchOptions::keep_token_scores).
  std::vector<double> token_log_probs = {};
};

/// Properties of each token that decide whether a phrase may begin or end next to it.
struct TokenEdges {
  std::vector<bool> begins_word;    ///< starts a new word; also true for eos
  std::vector<bool> ends_sentence;  ///< contains a sentence-final punctuation mark
};

/// Sequences of tokens that a translation must contain, in any order, each at least as often as it
/// occurs in the list.
class Phrases {
 public:
  using Tokens = std::vector<int64_t>;

  Phrases() = default;
  /// If `edges` is null, restrict_next() forbids nothing.
  explicit Phrases(std::vector<Tokens> phrases, std::shared_ptr<const TokenEdges> edges = {});

  bool empty() const { return phrases_.empty(); }

  struct Progress {
    /// Number of tokens in complete phrases and in the one in progress.
    int64_t tokens = 0;
    bool complete = false;
    std::vector<int64_t> next = {};  ///< each token that continues a missing phrase
  };
  Progress of(std::span<const int64_t> tokens) const;

  /// Sets the log-probabilities of tokens that must not follow `tokens` to -infinity: the rest of a
  /// word after a phrase, and the end of the sentence while a phrase is missing.
  void restrict_next(std::span<const int64_t> tokens, std::span<float> log_probs) const;

 private:
  bool is_just_complete(std::span<const int64_t> tokens) const;

  std::vector<Tokens> phrases_;
  std::vector<size_t> needed_;  ///< for each phrase, its number of occurrences in the list so far
  std::shared_ptr<const TokenEdges> edges_;
};

/// Options of a single sentence, in addition to the common ones.
struct Request {
  int64_t min_length = 0;  ///< including eos; the larger of this and the options' minimum applies
  /// Tokens that every hypothesis starts with. If they end in eos, they are the whole hypothesis.
  std::vector<int64_t> prefix = {};
  /// Sequences of tokens that a hypothesis must contain before it may end (constrained search: Post
  /// and Vilar, 2018, arXiv:1804.06609). Beam slots alternate between hypotheses that contain
  /// different numbers of these tokens, so some always progress.
  std::vector<std::vector<int64_t>> phrases = {};
  /// If set, a phrase must end at the end of a word, and no sentence may end before the phrase.
  std::shared_ptr<const TokenEdges> edges = {};
  bool keep_attention = false;  ///< return the attention of each hypothesis, overriding the options
  /// Tokens at which any word of this sentence may end, overriding WholeWords.
  std::vector<int64_t> may_end_words = {};
  /// Generator for this sentence's tokens if the options set `sampling`. Each search copies it. It
  /// is shared because its state takes 2.5 kB.
  std::shared_ptr<const std::mt19937_64> random = {};
};

}  // namespace regard::search
