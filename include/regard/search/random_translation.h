#pragma once
#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "regard/model/seq2seq_model.h"
#include "regard/search/beam_search_options.h"
#include "regard/search/hypothesis.h"
#include "regard/search/sampling.h"

namespace regard::search {

struct RandomTranslationOptions {
  SamplingOptions sampling;
  std::vector<int64_t> never;             ///< tokens that are never drawn
  BeamSearchOptions lengths = {};         ///< its length limits, whole_words, bos and eos
  std::vector<int64_t> min_lengths = {};  ///< of each row, if larger; or none
};

/// One translation of each row of source (batch, source), int64, with lengths (batch), both on the
/// model's device: each token is drawn from the model's distribution (ancestral sampling), which
/// keeps the variety that search removes (for back-translation: Edunov et al., 2018,
/// arXiv:1808.09381). `random` has an engine for each row; the same engine gives the same
/// translation whatever the other rows are. The model must be in eval mode. `log_prob` and `score`
/// are those of the model, whatever the temperature. `before_step` may throw to end the work.
std::vector<Hypothesis> random_translations(
    model::Seq2SeqModel& model, const torch::Tensor& source, const torch::Tensor& source_lengths,
    const RandomTranslationOptions& options, std::span<std::mt19937_64> random,
    const std::function<void()>& before_step = [] {});

}  // namespace regard::search
