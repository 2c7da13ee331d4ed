#pragma once
#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "regard/model/seq2seq_model.h"
#include "regard/search/beam_search_options.h"
#include "regard/search/hypothesis.h"

namespace regard::search {

/// The rows that take a step: the living hypotheses of all sentences, those of a sentence side by
/// side, best first.
struct StepInput {
  std::span<const int64_t> previous;   ///< the last token of each row; bos at first
  std::span<const int64_t> parents;    ///< its row in the last step; empty at first
  std::span<const int64_t> sentences;  ///< the sentence of each row
};

/// Log-probabilities (rows, vocab) of the next token, in a tensor that search may overwrite.
using StepFunction = std::function<torch::Tensor(const StepInput&)>;

/// The n-best of each sentence, best first. `max_lengths` has one entry for each sentence. A
/// hypothesis that is cut off at the largest length comes after those that finished.
std::vector<std::vector<Hypothesis>> beam_search(const StepFunction& step,
                                                 std::span<const int64_t> max_lengths,
                                                 const BeamSearchOptions& options);

/// The n-best translations of each row of source (batch, source), int64, with lengths (batch), both
/// on the model's device. The model must be in eval mode.
std::vector<std::vector<Hypothesis>> beam_search(model::Seq2SeqModel& model,
                                                 const torch::Tensor& source,
                                                 const torch::Tensor& source_lengths,
                                                 const BeamSearchOptions& options);

}  // namespace regard::search
