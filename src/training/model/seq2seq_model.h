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

/// An architecture's data for each row of a batch, behind one type. `Named` is a small struct of
/// tensors that have their rows in dimension 0, with
///   template <class F> Named map(const F& f) const;
/// which applies f to each defined tensor, always in the same order. Immutable; copies are cheap.
class RowTensors {
 public:
  using TensorFunction = std::function<torch::Tensor(const torch::Tensor&)>;

  /// No data: the architecture has none, or has not computed it yet.
  RowTensors() = default;

  template <class Named>
  RowTensors(Named named)  // NOLINT: implicit conversion
      : kept_(std::make_shared<const Kept<Named>>(std::move(named))) {}

  bool empty() const { return kept_ == nullptr; }

  /// The stored struct. Throws c10::Error if it has a different type.
  template <class Named>
  const Named& as() const {
    const auto* kept = dynamic_cast<const Kept<Named>*>(kept_.get());
    TORCH_CHECK(kept != nullptr, "RowTensors: holds no ", typeid(Named).name());
    return kept->named;
  }

  RowTensors map(const TensorFunction& f) const { return kept_ ? kept_->map(f) : *this; }
  /// The rows `rows` (int64, 1-d), in that order; a row may occur several times.
  RowTensors select(const torch::Tensor& rows) const;
  /// All tensors, in the order of `map`.
  std::vector<torch::Tensor> tensors() const;
  /// A copy with `tensors` in place of its own, in the order of `map`.
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

/// State that each step of a decoder or language model reads and updates.
struct DecoderState {
  RowTensors own;        ///< defined by the architecture
  int64_t position = 0;  ///< position of the token that the next step reads, from 0

  /// The rows `rows` (int64, 1-d), in that order; a row may occur several times.
  DecoderState select(const torch::Tensor& rows) const { return {own.select(rows), position}; }
  /// The same values, detached from the autograd graph.
  DecoderState detach() const {
    return {own.map([](const torch::Tensor& tensor) { return tensor.detach(); }), position};
  }
};

/// The encoder's output for a batch of source sentences: everything that a decoder attends to.
/// Decoders never change it.
struct Memory {
  torch::Tensor states;          ///< (batch, source, size); arbitrary at padding
  torch::Tensor source_lengths;  ///< (batch), int64, on the device of `states`
  RowTensors own;                ///< data that the architecture computes once per sentence

  int64_t batch() const { return states.size(0); }
  int64_t source() const { return states.size(1); }
  /// The sentences `rows` (int64, 1-d), in that order; a row may occur several times, as in beam
  /// search.
  Memory select(const torch::Tensor& rows) const;
};

struct StepOutput {
  torch::Tensor logits;     ///< (rows, vocab)
  torch::Tensor attention;  ///< (rows, source), rows sum to 1, at the model's AlignmentSource;
                            ///< undefined unless requested, or if the architecture has no
                            ///< attention
};

/// Result of teacher forcing without padding.
struct TokenStates {
  torch::Tensor states;  ///< (tokens, size), the input of `project`, sentence by sentence
  /// Attention that can be guided by alignments: (batch, 1, target, source) of the first head of
  /// each cross-attention layer, if requested. Differentiable; arbitrary at padding.
  std::vector<torch::Tensor> guidable;
};

/// The weights of one attention layer.
struct AttentionMap {
  enum class Kind { encoder, decoder, cross };  ///< self-attention of a stack, or cross-attention

  Kind kind = Kind::cross;
  int64_t layer = 0;      ///< index among layers of its kind, from 0
  torch::Tensor weights;  ///< (batch, heads, query, key); rows sum to 1
};

/// An encoder-decoder. Search, training and translation use models only through this class. Source
/// rows end in padding, which never changes a result; `source_lengths` (batch, int64) count all
/// other tokens, at least one in each row.
class Seq2SeqModel : public torch::nn::Module {
 public:
  /// Encodes source (batch, source), int64, once for all decoding steps.
  virtual Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) = 0;

  /// Teacher forcing: target_input (batch, target), which begins with bos -> states (batch, target,
  /// size), the input of `project`. The state at a position depends on the tokens up to it, in
  /// training and evaluation.
  virtual torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) = 0;

  /// encode() and decode_states() for real tokens only: the first `target_lengths` (batch, int64)
  /// of each row of target_input. Used in training. Architectures that can skip padding altogether,
  /// or have attention to guide, override this function.
  virtual TokenStates states_of_tokens(const torch::Tensor& source,
                                       const torch::Tensor& source_lengths,
                                       const torch::Tensor& target_input,
                                       const torch::Tensor& target_lengths,
                                       bool want_guidable = false);

  /// Maps states to logits. Separate from `decode_states`, so that training can project only the
  /// states of real tokens: with a large vocabulary this layer is half of the work.
  virtual nn::OutputLayer& output_layer() = 0;

  /// States (..., size) -> logits (..., vocab).
  torch::Tensor project(const torch::Tensor& states) { return output_layer()(states); }

  /// Logits (batch, target, vocab) of all positions.
  torch::Tensor decode(const torch::Tensor& target_input, const Memory& memory) {
    return project(decode_states(target_input, memory));
  }

  /// Maximum number of steps, at which search ends. Few architectures have such a limit.
  virtual int64_t max_steps() const { return std::numeric_limits<int64_t>::max(); }

  /// The state before bos, one row for each sentence of `memory`.
  virtual DecoderState start(const Memory& memory) = 0;

  /// Reads one target position of each row: previous (rows), int64 -> logits of the next token.
  /// Changes only `state`. `attention`, if requested, is over the source tokens, exactly 0 at
  /// padding; it is not shifted, even if alignment() is.
  virtual StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                          bool want_attention = false) = 0;

  /// Attention weights of every layer in teacher forcing, for inspection: first the encoder's,
  /// then the decoder's self-attention, then cross-attention. Row t of a decoder's map belongs to
  /// the step that reads target_input[t]. The default is one map of what step() attends to, or none
  /// if the model has no attention.
  virtual std::vector<AttentionMap> attention(const torch::Tensor& source,
                                              const torch::Tensor& source_lengths,
                                              const torch::Tensor& target_input);

  /// Where alignments are read; initially the mean of the last layer's heads.
  const AlignmentSource& alignment() const { return alignment_; }
  void read_alignments_at(const AlignmentSource& source) { alignment_ = source; }
  /// Picks the map (batch, target, source) that alignments are read from. `layers` has one map
  /// (batch, heads, target, source) for each layer with cross-attention, first layer first.
  torch::Tensor alignment_map(const std::vector<torch::Tensor>& layers) const;

 private:
  AlignmentSource alignment_;
};

}  // namespace regard::model
