#pragma once
#include <torch/types.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/steps.h"
#include "model/language_model.h"
#include "model/seq2seq_model.h"
#include "search/beam_search_options.h"
#include "search/request.h"

namespace regard::search {

/// The rows of a step: the live hypotheses of all sentences, grouped by sentence, best first.
struct StepInput {
  std::span<const int64_t> previous;   ///< the last token of each row; bos at first
  std::span<const int64_t> parents;    ///< row of each parent in the last step; empty at first
  std::span<const int64_t> sentences;  ///< the sentence of each row
};

/// A model's attention in one step.
struct StepAttention {
  torch::Tensor weights;  ///< (rows, source), exactly 0 at padding
  bool shifted = false;   ///< model::AlignmentSource::shifted
};

/// Output of a step for the next token of each row.
struct NextTokens {
  NextTokens(torch::Tensor tokens, std::vector<StepAttention> attended = {})  // NOLINT: implicit
      : log_probs(std::move(tokens)), attention(std::move(attended)) {}

  torch::Tensor log_probs;               ///< (rows, vocab); search may overwrite it
  std::vector<StepAttention> attention;  ///< one for each model with attention
};

using StepFunction = std::function<NextTokens(const StepInput&)>;

/// The interface that beam search requires of models that compute with tensors.
struct TensorSteps {
  /// Begins a batch, whose sentences StepInput::sentences numbers from 0.
  std::function<StepFunction(std::span<const engine::Source> sources)> begin;
  int64_t max_steps = std::numeric_limits<int64_t>::max();  ///< limit per hypothesis, in tokens
};

/// The models of a search: one, or several with one vocabulary, whose probabilities are averaged
/// (an ensemble); and optionally a language model with the target's vocabulary, whose
/// log-probabilities are added with a weight (shallow fusion: Gulcehre et al., 2015,
/// arXiv:1503.03535). All are in eval mode and on one device.
struct Decoders {
  std::vector<model::Seq2SeqModel*> models;
  model::LanguageModel* language_model = nullptr;
  double language_weight = 0.0;
};

/// The steps of the models in `decoders`. The language model reads options.eos first, because each
/// sentence follows the end of another.
TensorSteps steps_of(const Decoders& decoders, const BeamSearchOptions& options);

/// The n-best list of each source, which ends in eos, best first. Runs the engine's beam search
/// (engine/worker.h) on batches of sentences of similar length. A hypothesis cut off at the maximum
/// length ranks after finished ones. run.threads is ignored: LibTorch has its own threads.
std::vector<std::vector<Hypothesis>> beam_search(const TensorSteps& steps,
                                                 std::span<const std::vector<int64_t>> sources,
                                                 const BeamSearchOptions& options,
                                                 const engine::EngineRun& run = {});
std::vector<std::vector<Hypothesis>> beam_search(const Decoders& decoders,
                                                 std::span<const std::vector<int64_t>> sources,
                                                 const BeamSearchOptions& options,
                                                 const engine::EngineRun& run = {});
/// The n-best list of one source by one model.
std::vector<Hypothesis> beam_search(model::Seq2SeqModel& model, const std::vector<int64_t>& source,
                                    const BeamSearchOptions& options, const Request& request = {});

/// A hypothesis that search kept at one step.
struct BeamNode {
  std::vector<int64_t> tokens;
  size_t parent = 0;         ///< index among the nodes of the previous step
  double probability = 0.0;  ///< probability that search gave its last token after the earlier ones
  bool finished = false;
};

/// The trace of a search for one sentence: for each step, the hypotheses that were kept, best
/// first, followed by the returned hypotheses that ended at that step.
struct BeamTree {
  std::vector<std::vector<BeamNode>> steps;
  std::vector<Hypothesis> n_best;
};

/// Runs beam search for one source and records it.
BeamTree beam_tree(const TensorSteps& steps, const std::vector<int64_t>& source,
                   BeamSearchOptions options, const Request& request = {});

}  // namespace regard::search
