#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <span>

#include "regard/model/decoder_state.h"
#include "regard/nn/output_layer.h"

namespace regard::model {

/// A language model: how likely each next token is, given those before it. Training, evaluation and
/// generation know this class only. Rows do not know of each other.
class LanguageModel : public torch::nn::Module {
 public:
  /// The state of `rows` rows that have read nothing.
  virtual DecoderState start(int64_t rows) = 0;

  /// Reads input (rows, steps), int64, from `state` on, which it changes -> states (rows, steps,
  /// size), what `output_layer` makes logits of. The state at a position depends on the tokens up
  /// to it and on `state`, in training and out of it. `gradient_factors`, one for each step, for
  /// recurrent models only: what the gradients through the state before that step are multiplied by
  /// (nn/truncation.h); empty: 1.
  virtual torch::Tensor states(const torch::Tensor& input, DecoderState& state,
                               std::span<const double> gradient_factors = {}) = 0;

  /// States to the logits of the token that comes next.
  virtual nn::OutputLayer& output_layer() = 0;

  /// Whether a state of fixed size holds what was read, so that a next segment can go on from it. A
  /// Transformer's state grows with every token; it reads each segment by itself.
  virtual bool is_recurrent() const = 0;

  /// Logits (rows, steps, vocab) of all positions.
  torch::Tensor logits(const torch::Tensor& input, DecoderState& state) {
    return output_layer()(states(input, state));
  }

  /// One position of each row: previous (rows), int64 -> logits (rows, vocab). Changes `state`
  /// only.
  torch::Tensor step(const torch::Tensor& previous, DecoderState& state) {
    return logits(previous.unsqueeze(1), state).squeeze(1);
  }
};

}  // namespace regard::model
