#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <span>

#include "model/seq2seq_model.h"
#include "nn/linear.h"

namespace regard::model {

/// A language model: the probability of each token, given the preceding ones. Training, evaluation
/// and generation use models only through this class. Rows are independent.
class LanguageModel : public torch::nn::Module {
 public:
  /// The initial state for `rows` rows.
  virtual DecoderState start(int64_t rows) = 0;

  /// Reads input (rows, steps), int64, starting from `state`, which it updates -> states (rows,
  /// steps, size), the input of `output_layer`. The state at a position depends on the tokens up to
  /// it and on `state`, in training and evaluation. `gradient_factors` (recurrent models only), one
  /// per step, multiply the gradients through the state before it (nn/truncation.h); empty: 1.
  virtual torch::Tensor states(const torch::Tensor& input, DecoderState& state,
                               std::span<const double> gradient_factors = {}) = 0;

  /// Maps states to the logits of the next token.
  virtual nn::OutputLayer& output_layer() = 0;

  /// Whether a state of fixed size summarizes all tokens read so far, so that the next segment can
  /// start from it. A Transformer's state grows with every token; it reads each segment separately.
  virtual bool is_recurrent() const = 0;

  /// Logits (rows, steps, vocab) of all positions.
  torch::Tensor logits(const torch::Tensor& input, DecoderState& state) {
    return output_layer()(states(input, state));
  }

  /// Reads one position of each row: previous (rows), int64 -> logits (rows, vocab). Changes only
  /// `state`.
  torch::Tensor step(const torch::Tensor& previous, DecoderState& state) {
    return logits(previous.unsqueeze(1), state).squeeze(1);
  }
};

}  // namespace regard::model
