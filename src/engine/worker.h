#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/next_tokens.h"
#include "engine/sentence_queue.h"
#include "engine/steps.h"
#include "regard/search/beam_search_options.h"
#include "regard/search/grouped_search.h"
#include "regard/search/hypothesis.h"

namespace regard::engine {

using Tokens = std::vector<int64_t>;

/// The sentences to translate. found[i] receives the n-best of sources[i]; `requests` has none or
/// one for each source.
struct Work {
  SentenceQueue& queue;
  std::span<const Tokens> sources;
  std::span<const search::Request> requests;
  std::span<std::vector<search::Hypothesis>> found;
};

/// Translates sentences from a queue, several at a time: when one is done, another takes its place.
class Worker {
 public:
  /// `models`: the steps of each model, `max_steps` the smallest of their limits. `places`:
  /// sentences at a time.
  Worker(std::vector<std::unique_ptr<Steps>> models, OutputLayers layers,
         const search::BeamSearchOptions& options, int64_t max_steps, int64_t places, Team& team);

  /// Runs until the queue is empty or abandoned. `check` is called before each step and may throw
  /// to end the work.
  void run(const Work& work, const std::function<void()>& check);

 private:
  struct Active {
    search::GroupedSearch search;
    int64_t place;
    int64_t position = 0;  ///< of the token that is read next
    /// Of each living hypothesis: see StepRow::path.
    std::vector<std::vector<int32_t>> paths = {};
  };

  void refill(const Work& work);
  void step(const Work& work);
  void gather_rows();
  void take_steps();
  void advance(Active& sentence, std::span<std::vector<search::Continuation>> continuations,
               size_t first_row);

  std::vector<std::unique_ptr<Steps>> models_;
  NextTokens next_tokens_;
  const search::BeamSearchOptions& options_;
  int64_t max_steps_;
  Team& team_;
  std::vector<int64_t> free_places_;
  size_t worth_reading_;  // number of free places
  std::vector<Active> active_;
  std::vector<StepRow> rows_;
  std::vector<NextTokens::Row> hypotheses_;      // of each row
  std::vector<FloatRows> states_;                // of each model
  std::vector<search::AttentionRow> attention_;  // of each row, if requested
};

}  // namespace regard::engine
