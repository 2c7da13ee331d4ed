#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/call.h"
#include "engine/next_tokens.h"
#include "engine/steps.h"
#include "search/grouped_search.h"

namespace regard::engine {

/// Translates several sentences at a time, each in a place, whichever calls they belong to.
class Worker {
 public:
  /// `models`: the steps of each model, `max_steps` the smallest of their limits. `places`:
  /// sentences at a time.
  Worker(std::vector<std::unique_ptr<Steps>> models, OutputLayers layers, int64_t max_steps,
         int64_t places);

  int64_t active() const { return static_cast<int64_t>(active_.size()); }  ///< sentences
  int64_t bytes() const;  ///< memory of active sentences

  /// Reads sentences, for which there are places; none of them if something goes wrong.
  void begin(std::span<const SentenceQueue::Sentence> sentences, Team& team);
  /// Takes a step with all that are wanted still.
  void step(Team& team);
  /// After something went wrong.
  void drop_all();
  /// The sentences that are in places no longer since forget_left(), done or not.
  std::span<const SentenceQueue::Sentence> left() const { return left_; }
  void forget_left() { left_.clear(); }

 private:
  struct Active {
    SentenceQueue::Sentence sentence;
    search::GroupedSearch search;
    int64_t place;
    int64_t position = 0;  ///< position of the next token to read
    /// One per live hypothesis: see StepRow::path.
    std::vector<std::vector<int32_t>> paths = {};

    const SearchRules& rules() const { return sentence.call->rules(); }
  };

  void begin_one_by_one(std::span<const SentenceQueue::Sentence> sentences, Team& team);
  void drop_abandoned();
  void clear(const Active& sentence);
  void leave(const Active& sentence);
  void gather_rows();
  void take_steps(Team& team);
  void advance(Active& sentence, std::span<std::vector<search::Continuation>> continuations,
               size_t first_row);

  std::vector<std::unique_ptr<Steps>> models_;
  NextTokens next_tokens_;
  int64_t max_steps_;
  std::vector<int64_t> free_places_;
  std::vector<Active> active_;
  std::vector<SentenceQueue::Sentence> left_;
  std::vector<StepRow> rows_;
  std::vector<NextTokens::Row> hypotheses_;      // by row
  std::vector<FloatRows> states_;                // by model
  std::vector<search::AttentionRow> attention_;  // by row, if a sentence needs it
};

}  // namespace regard::engine
