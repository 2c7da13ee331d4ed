#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "regard/base/error.h"
#include "regard/search/beam_search_options.h"
#include "regard/search/hypothesis.h"

namespace regard::search {

/// A token that may follow a hypothesis, with its log-probability.
struct Continuation {
  double log_prob;
  int64_t token;

  /// Orders the best first; of equals, the lower token.
  bool operator<(const Continuation& other) const;
};

/// A living hypothesis: one that has not ended.
struct Living {
  std::vector<int64_t> tokens;
  double log_prob = 0.0;
  int64_t row = 0;  ///< in the step that made it
};

/// What beam search knows of one sentence: plain numbers, so that whatever computes a model's steps
/// can be searched.
///
///     SentenceSearch sentence(index, max_length, options);
///     while (!sentence.is_done()) {
///       // one row for each sentence.living(), and for each row its best continuations
///       sentence.advance(continuations, first_row);
///     }
///     auto found = sentence.n_best();
class SentenceSearch {
 public:
  /// `index` is the caller's name of the sentence, and the row of its first, empty hypothesis.
  /// `options` must outlive it. Throws c10::Error where they or `max_length` make no sense.
  SentenceSearch(int64_t index, int64_t max_length, const BeamSearchOptions& options);

  int64_t index() const { return index_; }
  /// Best first, all of the same length; none when done.
  const std::vector<Living>& living() const { return living_; }
  bool is_done() const { return living_.empty(); }

  /// Continuations that a hypothesis needs, best first: at most beam_size of them live on, and one
  /// can be eos.
  static int64_t continuations_wanted(const BeamSearchOptions& options) {
    return options.beam_size + 1;
  }
  /// Whether the next token may be eos.
  bool may_end() const {
    return static_cast<int64_t>(living_.front().tokens.size()) + 1 >= options_->min_length;
  }

  /// Takes a step: `continuations` are those of the living hypotheses, the first of which was
  /// `first_row` of the step.
  void advance(std::span<const std::vector<Continuation>> continuations, int64_t first_row);

  /// The n best, when done. Call it once.
  std::vector<Hypothesis> n_best();

 private:
  struct Candidate {
    double log_prob;
    int64_t parent;
    int64_t token;
  };
  std::vector<Candidate> ordered(std::span<const std::vector<Continuation>> continuations) const;
  void finish(const std::vector<int64_t>& tokens, double log_prob, bool finished);
  bool nothing_better_can_come() const;

  int64_t index_;
  int64_t max_length_;
  const BeamSearchOptions* options_;
  std::vector<Living> living_;
  std::vector<Hypothesis> finished_;  // in the order of finishing
};

/// What to throw where a log-probability is no number.
Error broken_weights();

}  // namespace regard::search
