#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/best_tokens.h"
#include "engine/selectable_matrix.h"
#include "engine/sentence_queue.h"
#include "engine/steps.h"
#include "regard/search/beam_search_options.h"
#include "regard/search/hypothesis.h"
#include "regard/search/sentence_search.h"

namespace regard::engine {

using Tokens = std::vector<int64_t>;

/// The output layer, and which of its tokens a sentence may use.
struct OutputLayer {
  const PackedMatrix& all;
  /// EngineOptions::vocabulary and the matrix that it selects from; both empty: all tokens.
  const std::function<std::vector<int32_t>(std::span<const int64_t>)>& vocabulary;
  const SelectableMatrix* selectable;
};

/// Translates sentences from a queue, several at a time: when one is done, another takes its place.
class Worker {
 public:
  /// `places`: sentences at a time. `max_steps`: the model's own limit.
  Worker(Steps& steps, const OutputLayer& output, const search::BeamSearchOptions& options,
         int64_t max_steps, int64_t places, Team& team);

  /// Runs until the queue is empty or abandoned. found[i] receives the n-best of sources[i];
  /// `requests` has none or one for each source. `check` is called before each step and may throw
  /// to end the work.
  void run(SentenceQueue& queue, std::span<const Tokens> sources,
           std::span<const search::Request> requests,
           std::span<std::vector<search::Hypothesis>> found, const std::function<void()>& check);

 private:
  struct Active {
    search::SentenceSearch search;
    int64_t place;
    int64_t position = 0;  ///< of the token that is read next
    /// Of each living hypothesis: see StepRow::path.
    std::vector<std::vector<int32_t>> paths = {{}};
  };

  /// Tokens that may not come next, in ascending order.
  struct Never {
    std::vector<int64_t> always;       ///< pad and bos
    std::vector<int64_t> too_early;    ///< and eos, before the minimum length
    std::vector<int64_t> inside_word;  ///< and WholeWords::boundaries

    std::span<const int64_t> after(const search::SentenceSearch& search,
                                   const search::Living& living) const;
  };

  /// The tokens that a sentence may use. The outputs of its matrix, and the tokens that may not
  /// come next, are positions in this list.
  struct Vocabulary {
    std::vector<int32_t> tokens;
    PackedMatrix output;
    Never never;
  };

  void refill(SentenceQueue& queue, std::span<const Tokens> sources,
              std::span<const search::Request> requests);
  void select_vocabulary(const Source& source);
  void step(std::span<std::vector<search::Hypothesis>> found);
  void advance_all(FloatRows states);
  void advance_each(FloatRows states);
  /// `first_row` of the step is that of the sentence.
  void advance(Active& sentence, std::span<const std::vector<search::Continuation>> continuations,
               size_t first_row);

  Steps& steps_;
  OutputLayer output_;
  BestTokens best_tokens_;
  const search::BeamSearchOptions& options_;
  int64_t max_steps_;
  Team& team_;
  Never never_;
  std::vector<Vocabulary> vocabularies_;  // of each place, where the layer is selectable
  std::vector<int64_t> free_places_;
  size_t worth_reading_;  // number of free places
  std::vector<Active> active_;
  std::vector<StepRow> rows_;
  std::vector<search::AttentionRow> attention_;  // of each row, if requested
  std::vector<const search::Living*> living_;    // of each row
  std::vector<const Active*> sentences_;         // of each row
};

}  // namespace regard::engine
