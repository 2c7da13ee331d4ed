#pragma once
#include <torch/nn/modules/embedding.h>

#include <functional>
#include <string>

#include "regard/config/check.h"
#include "regard/model/convolutional_source_encoder.h"
#include "regard/model/kernel_size.h"
#include "regard/model/rnn_encoder.h"
#include "regard/model/rnn_options.h"
#include "regard/model/seq2seq_model.h"
#include "regard/nn/additive_attention.h"
#include "regard/nn/attended.h"
#include "regard/nn/maxout_readout.h"
#include "regard/nn/multi_head_attention.h"
#include "regard/nn/output_layer.h"
#include "regard/nn/recurrent.h"

namespace regard::model {

struct RnnAttentionOptions : RnnOptions {
  std::string encoder = "recurrent";
  int64_t kernel = 3;
  std::string attention = "additive";
  int64_t heads = 4;
  std::string readout = "book";

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RnnAttentionOptions;
    using namespace config;
    RnnOptions::describe(v);
    v.field(
        "encoder", &O::encoder, one_of({"recurrent", "convolutional"}),
        "What reads the source: recurrent layers, or the same number of convolutions over words "
        "and their positions (Gehring et al., 2016), which process all positions at once.");
    v.field("kernel", &O::kernel, kernel_size(),
            "Positions that each convolution of a convolutional encoder sees.");
    v.field("attention", &O::attention, one_of({"additive", "dot", "multi_head"}),
            "Score of a source position: w tanh(W_q q + W_k k) (additive; Bahdanau et al., 2015), "
            "q k / sqrt(size) (dot), or the latter in several heads, each with its own projections "
            "(multi_head).");
    v.field("heads", &O::heads, at_least<int64_t>(1),
            "Heads of multi_head attention; must divide hidden_size.");
    v.field("readout", &O::readout, one_of({"book", "paper"}),
            "Input of the output layer: the top state after the step (book; d2l 11.4), or maxout(U "
            "s + V y + C c) of the state before the step, the previous word and the context, "
            "embedding_size numbers (paper; Bahdanau et al., 2015, A.2.2).");
  }
};

/// Rules over several options. Throws Error.
void check(const RnnAttentionOptions& options);

/// What the decoder attends to. Several heads: keys and values are (batch, heads, source, width).
struct RnnDecoderMemory {
  torch::Tensor keys;    ///< (batch, source, hidden_size), what the query is compared with
  torch::Tensor values;  ///< (batch, source, memory_size), what the context is a mean of
  torch::Tensor mask;    ///< (batch, 1, source); undefined: no padding
};

struct RnnDecoderOutput {
  torch::Tensor states;     ///< (batch, target, size), what the output layer reads
  torch::Tensor attention;  ///< (batch, heads, target, source); undefined unless asked for
  nn::RecurrentState last;
};

/// At each step the top layer's state, as it was before the step, is the query; the recurrent
/// layers then read [context; embedding]. The context is a mean of the memory's states, or, of
/// several heads, what they make of it: hidden_size numbers.
class RnnDecoderImpl : public torch::nn::Module {
 public:
  RnnDecoderImpl(const RnnAttentionOptions& options, int64_t vocab, int64_t memory_size);

  /// states (batch, source, memory_size); what is computed once for a sentence.
  RnnDecoderMemory project_memory(const torch::Tensor& states, const torch::Tensor& mask = {});

  /// target (batch, target), int64, from `state` on.
  RnnDecoderOutput forward(const torch::Tensor& target, const RnnDecoderMemory& memory,
                           const nn::RecurrentState& state, bool want_attention = false);

  torch::nn::Embedding embedding{nullptr};
  nn::OutputLayer dense{nullptr};

 private:
  /// query (batch, hidden_size) -> context (batch, context_size), weights (batch, 1, source) or
  /// (batch, heads, 1, source).
  using Attend = std::function<nn::Attended(const torch::Tensor& query)>;
  /// For one pass over a target.
  Attend attention_to(const RnnDecoderMemory& memory);

  struct Steps {
    torch::Tensor states;     ///< (target, batch, hidden_size) of the top layer
    torch::Tensor contexts;   ///< (target, batch, context_size)
    torch::Tensor attention;  ///< (batch, heads, target, source); may be undefined
    nn::RecurrentState last;
  };
  Steps one_by_one(const torch::Tensor& embedding_gates, const torch::Tensor& context_weight,
                   const RnnDecoderMemory& memory, const nn::RecurrentState& first,
                   bool want_attention);
  Steps at_once(const torch::Tensor& embedding_gates, const torch::Tensor& context_weight,
                const RnnDecoderMemory& memory, const nn::RecurrentState& first);

  double dropout_;
  nn::AdditiveAttention additive_{nullptr};     // "attention" is this,
  nn::MultiHeadAttention multi_head_{nullptr};  // or this, or a dot product without parameters
  nn::Recurrent rnn{nullptr};
  nn::MaxoutReadout readout{nullptr};  // none where the output layer reads the state
};
TORCH_MODULE(RnnDecoder);

/// Recurrent encoder-decoder with attention: Bahdanau, Cho and Bengio (2015), arXiv:1409.0473, as
/// d2l 11.4 has it: the decoder starts from the encoder's last states, layer for layer. Padding
/// never reaches a state, unlike the book's. A convolutional encoder may stand in the place of the
/// recurrent one. `Memory::tensors`: mask, keys, values, then the
/// decoder's first states. `DecoderState::tensors`: its states.
class RnnAttention : public Seq2SeqModel {
 public:
  using Options = RnnAttentionOptions;

  RnnAttention(const Options& options, int64_t source_vocab, int64_t target_vocab,
               bool shared_vocab);

  Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) override;
  torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) override;
  nn::OutputLayer& output_layer() override { return decoder->dense; }
  DecoderState start(const Memory& memory) override;
  StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                  bool want_attention = false) override;
  std::vector<AttentionMap> attention(const torch::Tensor& source,
                                      const torch::Tensor& source_lengths,
                                      const torch::Tensor& target_input) override;

  /// The second half of encode(): what the encoder returned, as memory.
  Memory remember(const nn::RecurrentOutput& encoded, const torch::Tensor& source_lengths);

  const Options& options() const { return options_; }

  RnnEncoder encoder{nullptr};                                ///< "encoder" is this,
  ConvolutionalSourceEncoder convolutional_encoder{nullptr};  ///< or this
  RnnBridge bridge{nullptr};
  RnnDecoder decoder{nullptr};

 private:
  RnnDecoderOutput run(const torch::Tensor& target, const Memory& memory, const DecoderState& state,
                       bool want_attention);

  Options options_;
};

}  // namespace regard::model
