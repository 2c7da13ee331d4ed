#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/call.h"
#include "engine/steps.h"
#include "search/allowed_tokens.h"
#include "search/grouped_search.h"

namespace regard::engine {

/// Beam search with continuous batching: one sentence per slot, from any call.
class Worker {
 public:
  /// `max_steps`: the smallest limit of the decoder's models. `slots`: maximum sentences in
  /// progress.
  Worker(std::unique_ptr<Decoder> decoder, int64_t max_steps, int64_t slots);

  int64_t active() const { return static_cast<int64_t>(active_.size()); }  ///< number of sentences
  int64_t bytes() const;  ///< memory of active sentences

  /// Reads sentences, for which slots must be free. After an exception, none of them is active.
  void begin(std::span<const SentenceQueue::Sentence> sentences, Team& team);
  /// Runs one step for all sentences that have not been cancelled.
  void step(Team& team);
  /// Removes all sentences after an error.
  void drop_all();
  /// The sentences that have left their slots since forget_left(), finished or not.
  std::span<const SentenceQueue::Sentence> left() const { return left_; }
  void forget_left() { left_.clear(); }

 private:
  struct Active {
    SentenceQueue::Sentence sentence;
    search::GroupedSearch search;
    int64_t slot;
    int64_t position = 0;  ///< position of the next token to read
    /// The path of each living hypothesis (see StepRow::path).
    std::vector<std::vector<int32_t>> paths = {};

    const search::SearchRules& rules() const { return sentence.call->rules(); }
  };

  void begin_one_by_one(std::span<const SentenceQueue::Sentence> sentences, Team& team);
  void drop_abandoned();
  void clear(const Active& sentence);
  void leave(const Active& sentence);
  void gather_rows();
  void advance(Active& sentence, const NextStep& next, size_t first_row);

  std::unique_ptr<Decoder> decoder_;
  int64_t max_steps_;
  std::vector<int64_t> free_slots_;
  std::vector<Active> active_;
  std::vector<SentenceQueue::Sentence> left_;
  std::vector<StepRow> rows_;
};

}  // namespace regard::engine
