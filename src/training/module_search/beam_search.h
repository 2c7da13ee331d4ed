#pragma once
#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "model/seq2seq_model.h"
#include "module_search/steps.h"
#include "search/beam_search_options.h"
#include "search/hypothesis.h"
#include "search/request.h"

namespace regard::search {

/// The n-best of each sentence, best first. `max_lengths` has one entry per sentence. A hypothesis
/// cut off at the maximum length ranks after finished ones. `requests` is empty or has one entry
/// per sentence, as does `source_lengths`, needed for attention, whose rows are cut to them.
std::vector<std::vector<Hypothesis>> beam_search(const StepFunction& step,
                                                 std::span<const int64_t> max_lengths,
                                                 const BeamSearchOptions& options,
                                                 std::span<const Request> requests = {},
                                                 std::span<const int64_t> source_lengths = {});

/// The n-best translations of each row of source (batch, source), int64, with lengths (batch), both
/// on the models' device, by several models and a language model, or by one model. All must be in
/// eval mode.
std::vector<std::vector<Hypothesis>> beam_search(const Decoders& decoders,
                                                 const torch::Tensor& source,
                                                 const torch::Tensor& source_lengths,
                                                 const BeamSearchOptions& options,
                                                 std::span<const Request> requests = {});
std::vector<std::vector<Hypothesis>> beam_search(model::Seq2SeqModel& model,
                                                 const torch::Tensor& source,
                                                 const torch::Tensor& source_lengths,
                                                 const BeamSearchOptions& options,
                                                 std::span<const Request> requests = {});

}  // namespace regard::search
