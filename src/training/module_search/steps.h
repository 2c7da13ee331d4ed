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

}  // namespace regard::search
