#pragma once
#include <torch/types.h>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/language_model.h"
#include "model/seq2seq_model.h"
#include "search/beam_search_options.h"
#include "search/request.h"

namespace regard::search {

/// The rows of a step: the living hypotheses of all sentences, grouped by sentence, best first.
struct StepInput {
  std::span<const int64_t> previous;   ///< the last token of each row; bos at first
  std::span<const int64_t> parents;    ///< its row in the last step; empty at first
  std::span<const int64_t> sentences;  ///< the sentence of each row
};

/// Output of a step for the next token of each row.
struct NextTokens {
  NextTokens(torch::Tensor tokens, torch::Tensor attended = {})  // NOLINT: a tensor says all
      : log_probs(std::move(tokens)), attention(std::move(attended)) {}

  torch::Tensor log_probs;  ///< (rows, vocab); search may overwrite it
  torch::Tensor attention;  ///< (rows, source), padding exactly 0; undefined where there is none
};

using StepFunction = std::function<NextTokens(const StepInput&)>;

/// The models of a search: one, or several with one vocabulary, whose probabilities are averaged
/// (an ensemble); and optionally a language model with the target's vocabulary, whose
/// log-probabilities are added with a weight (shallow fusion: Gulcehre et al., 2015,
/// arXiv:1503.03535). All in eval mode and on one device.
struct Decoders {
  std::vector<model::Seq2SeqModel*> models;
  model::LanguageModel* language_model = nullptr;
  double language_weight = 0.0;
  std::function<void()> before_step = [] {};  ///< may throw to end the work

  /// Maximum number of tokens of the models; the smallest limit applies.
  int64_t max_steps() const;
};

/// The steps of a search over source (batch, source), int64, with lengths (batch). `eos` is the
/// language model's first input: a sentence follows the end of another.
StepFunction steps_of(const Decoders& decoders, const torch::Tensor& source,
                      const torch::Tensor& source_lengths, bool want_attention, int64_t eos);

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

/// A hypothesis that search kept at one step.
struct BeamNode {
  std::vector<int64_t> tokens;
  size_t parent = 0;         ///< its place among the nodes of the step before
  double probability = 0.0;  ///< of its last token, after what stands before it
  bool finished = false;
};

/// The course of a search for one sentence: for each step, the hypotheses that were kept, best
/// first, then those of its answer that ended there.
struct BeamTree {
  std::vector<std::vector<BeamNode>> steps;
  std::vector<Hypothesis> n_best;
};

/// Runs beam search for one sentence and records it.
BeamTree beam_tree(const StepFunction& step, int64_t max_length, const BeamSearchOptions& options);

}  // namespace regard::search
