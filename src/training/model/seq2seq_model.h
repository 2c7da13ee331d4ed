#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include "architecture/alignment_source.h"
#include "nn/linear.h"

namespace regard::model {

/// What an architecture keeps of each row of a batch, behind one type. `Named` is a small struct of
/// tensors that have their rows in dimension 0, with
///   template <class F> Named map(const F& f) const;
/// which applies f to each defined tensor, always in the same order. Immutable; copies are cheap.
class RowTensors {
 public:
  using TensorFunction = std::function<torch::Tensor(const torch::Tensor&)>;

  /// For an architecture that keeps nothing, or nothing yet.
  RowTensors() = default;

  template <class Named>
  RowTensors(Named named)  // NOLINT: converts
      : kept_(std::make_shared<const Kept<Named>>(std::move(named))) {}

  bool empty() const { return kept_ == nullptr; }

  /// What was put in. Throws c10::Error if that has another type.
  template <class Named>
  const Named& as() const {
    const auto* kept = dynamic_cast<const Kept<Named>*>(kept_.get());
    TORCH_CHECK(kept != nullptr, "RowTensors: holds no ", typeid(Named).name());
    return kept->named;
  }

  RowTensors map(const TensorFunction& f) const { return kept_ ? kept_->map(f) : *this; }
  /// The rows `rows` (int64, 1-d), in that order; a row may come several times.
  RowTensors select(const torch::Tensor& rows) const;
  /// All tensors, in the order of `map`.
  std::vector<torch::Tensor> tensors() const;
  /// The same with `tensors` in place of its own, in the order of `map`.
  RowTensors with(const std::vector<torch::Tensor>& tensors) const;

 private:
  struct Base {
    virtual ~Base() = default;
    virtual RowTensors map(const TensorFunction& f) const = 0;
  };
  template <class Named>
  struct Kept : Base {
    explicit Kept(Named given) : named(std::move(given)) {}
    RowTensors map(const TensorFunction& f) const override { return named.map(f); }
    Named named;
  };

  std::shared_ptr<const Base> kept_;
};

/// What a step of a decoder or of a language model reads and changes.
struct DecoderState {
  RowTensors own;        ///< the architecture's
  int64_t position = 0;  ///< of the token that the next step reads; the first is 0

  /// The rows `rows` (int64, 1-d), in that order; a row may come several times.
  DecoderState select(const torch::Tensor& rows) const { return {own.select(rows), position}; }
  /// The same values, cut off from the gradient.
  DecoderState detach() const {
    return {own.map([](const torch::Tensor& tensor) { return tensor.detach(); }), position};
  }
};

/// What the encoder made of a batch of source sentences: all that a decoder attends to. Never
/// changed by a decoder.
struct Memory {
  torch::Tensor states;          ///< (batch, source, size); without meaning at padding
  torch::Tensor source_lengths;  ///< (batch), int64, on the device of `states`
  RowTensors own;                ///< what the architecture computes once for a sentence

  int64_t batch() const { return states.size(0); }
  int64_t source() const { return states.size(1); }
  /// The sentences `rows` (int64, 1-d), in that order; a row may come several times, as in beam
  /// search.
  Memory select(const torch::Tensor& rows) const;
};

struct StepOutput {
  torch::Tensor logits;     ///< (rows, vocab)
  torch::Tensor attention;  ///< (rows, source), rows sum to 1, at the model's AlignmentSource;
                            ///< undefined unless requested, and always where the architecture has
                            ///< none
};

/// Teacher forcing without padding.
struct TokenStates {
  torch::Tensor states;  ///< (tokens, size), the input of `project`, sentence by sentence
  /// What may be guided to attend where a target token comes from: (batch, 1, target, source) of
  /// the first head of each layer that attends to the source, if requested; differentiable. Without
  /// meaning at padding.
  std::vector<torch::Tensor> guidable;
};

/// The weights of one layer of attention.
struct AttentionMap {
  enum class Kind { encoder, decoder, cross };  ///< self-attention of either, or between them

  Kind kind = Kind::cross;
  int64_t layer = 0;      ///< of its kind, from 0
  torch::Tensor weights;  ///< (batch, heads, query, key); rows sum to 1
};

/// An encoder-decoder. Search, training and translation know only this class.
/// Source rows end in padding, which never changes a result; `source_lengths` (batch, int64) count
/// all other tokens, at least one in each row.
class Seq2SeqModel : public torch::nn::Module {
 public:
  /// Reads source (batch, source), int64, once.
  virtual Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) = 0;

  /// Teacher forcing: target_input (batch, target), which begins with bos -> states (batch, target,
  /// size), the input of `project`. The state at a position depends on the tokens up to it, in
  /// training and evaluation.
  virtual torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) = 0;

  /// encode() and decode_states() for the real tokens alone, the first `target_lengths` (batch,
  /// int64) of each row of target_input. Training uses it; an architecture that can skip padding
  /// altogether, or that has attention to guide, overrides it.
  virtual TokenStates states_of_tokens(const torch::Tensor& source,
                                       const torch::Tensor& source_lengths,
                                       const torch::Tensor& target_input,
                                       const torch::Tensor& target_lengths,
                                       bool want_guidable = false);

  /// States to logits. Separate from `decode_states`, so that training projects the states of real
  /// tokens only: with a large vocabulary this layer is half of the work.
  virtual nn::OutputLayer& output_layer() = 0;

  /// States (..., size) -> logits (..., vocab).
  torch::Tensor project(const torch::Tensor& states) { return output_layer()(states); }

  /// Logits (batch, target, vocab) of all positions.
  torch::Tensor decode(const torch::Tensor& target_input, const Memory& memory) {
    return project(decode_states(target_input, memory));
  }

  /// The largest number of steps that the model can take; search ends there. Few have a limit.
  virtual int64_t max_steps() const { return std::numeric_limits<int64_t>::max(); }

  /// The state before bos, one row for each sentence of `memory`.
  virtual DecoderState start(const Memory& memory) = 0;

  /// One target position for each row: previous (rows), int64 -> logits of the next token. Changes
  /// `state` only. `attention`, if requested, is over the source tokens, padding exactly 0; that of
  /// a shifted source is not moved to another step.
  virtual StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                          bool want_attention = false) = 0;

  /// Every layer's attention weights in teacher forcing, for inspection: those of the encoder, then
  /// the decoder's self-attention, then cross-attention. Row t of a decoder's map belongs to the
  /// step that reads target_input[t]. By default, what step() attends to, as one map, or none if it
  /// has no attention.
  virtual std::vector<AttentionMap> attention(const torch::Tensor& source,
                                              const torch::Tensor& source_lengths,
                                              const torch::Tensor& target_input);

  /// Where its alignments are read; at first, at the mean of the last layer's heads.
  const AlignmentSource& alignment() const { return alignment_; }
  void read_alignments_at(const AlignmentSource& source) { alignment_ = source; }
  /// The map (batch, target, source) of the source of alignments among those of all layers with
  /// cross-attention, (batch, heads, target, source) each, the first layer first.
  torch::Tensor alignment_map(const std::vector<torch::Tensor>& layers) const;

 private:
  AlignmentSource alignment_;
};

}  // namespace regard::model
