#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "regard/base/error.h"
#include "search/beam_search_options.h"
#include "search/request.h"

namespace regard::search {

/// A possible next token of a hypothesis, with its log-probability.
struct Continuation {
  double log_prob;
  int64_t token;
  double bonus = 0.0;  ///< counts in beam selection, not in the hypothesis's log_prob

  /// Orders the best first; ties go to the lower token.
  bool operator<(const Continuation& other) const;
};

/// Attention over the source tokens in one step, shared by the hypotheses that continue it.
using AttentionRow = std::shared_ptr<const std::vector<float>>;

/// The attention of the hypotheses in one step.
struct AttentionRows {
  std::vector<AttentionRow> rows = {};  ///< one row per hypothesis; empty without attention
  bool shifted = false;                 ///< model::AlignmentSource::shifted
};

/// A living hypothesis: one that has not ended.
struct Living {
  std::vector<int64_t> tokens;
  double log_prob = 0.0;
  int64_t row = 0;                           ///< row of the parent within the sentence's rows
  std::vector<AttentionRow> attention = {};  ///< one entry per token, if requested
  std::vector<double> token_log_probs = {};  ///< one entry per token, if requested
};

/// The state of beam search for one sentence. It contains only plain numbers, so it works with any
/// implementation of a model's steps.
///
///   SentenceSearch sentence(max_length, options);
///   while (!sentence.is_done()) {
///     // one row for each sentence.living(), and for each row its best continuations
///     sentence.advance(continuations, 0);
///   }
///   auto found = sentence.n_best();
class SentenceSearch {
 public:
  /// `options` must outlive this object. Throws Error if the options or `max_length` are invalid.
  SentenceSearch(int64_t max_length, const BeamSearchOptions& options, const Request& request = {});

  /// Hypotheses of equal length, best first unless there are phrases. Empty when done.
  const std::vector<Living>& living() const { return living_; }
  bool is_done() const { return living_.empty(); }

  /// Whether the search needs the attention in each step.
  bool wants_attention() const { return keeps_attention_ || options_->coverage_penalty > 0.0; }
  /// Whether the next token may be eos.
  bool may_end() const;
  /// Whether a living hypothesis ends within a word: none of WholeWords::boundaries may come next.
  bool is_inside_word(const Living& living) const;
  /// The token that must come next, if any.
  std::optional<int64_t> forced() const;
  /// Tokens that a living hypothesis needs as continuations in addition to the best ones.
  std::vector<int64_t> wanted(const Living& living) const;
  /// The phrases that the request asks for; wanted() returns their next tokens.
  const Phrases& phrases() const { return phrases_; }
  /// The request's random generator. Only valid when sampling.
  std::mt19937_64& random() { return random_.value(); }

  /// Advances by one step. `continuations`, and `attention` if requested, are those of the living
  /// hypotheses, the first of which was row `first_row` of the sentence.
  void advance(std::span<const std::vector<Continuation>> continuations, int64_t first_row,
               std::span<const AttentionRow> attention = {});

  /// The n best hypotheses. Call this function once, when the search is done.
  std::vector<Hypothesis> n_best();

 private:
  struct Candidate {
    double log_prob;
    double rank;   // log_prob with bonus
    size_t index;  // rank; with phrases, rank among candidates with equally many phrase tokens
    int64_t parent;
    int64_t token;
  };
  std::vector<Candidate> ordered(std::span<const std::vector<Continuation>> continuations) const;
  std::vector<Candidate> shared_out(const std::vector<Candidate>& candidates) const;
  Living continued(const Candidate& candidate, int64_t first_row,
                   std::span<const AttentionRow> attention) const;
  void finish(const Living& hypothesis, bool finished);
  void finish_living();
  void drop_hopeless();

  int64_t max_length_;
  const BeamSearchOptions* options_;
  int64_t min_length_;
  std::vector<int64_t> prefix_;
  double prefix_log_prob_ = 0.0;
  Phrases phrases_;
  std::vector<int64_t> may_end_words_;
  bool keeps_attention_;
  std::optional<std::mt19937_64> random_;
  std::vector<Living> living_;
  std::vector<Hypothesis> finished_;  // hypotheses in the order in which they finished
};

/// The error for a log-probability that is not a number.
Error broken_weights();

}  // namespace regard::search
