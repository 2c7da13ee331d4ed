#pragma once
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>

#include <string>
#include <vector>

#include "regard/config/check.h"
#include "regard/model/seq2seq_model.h"
#include "regard/model/tied_embeddings.h"
#include "regard/nn/additive_attention.h"
#include "regard/nn/output_layer.h"
#include "regard/nn/recurrent.h"

namespace regard::model {

struct RnnAttentionOptions {
  std::string cell = "gru";
  int64_t embedding_size = 256;
  int64_t hidden_size = 256;
  int64_t layers = 2;
  bool bidirectional = false;
  double dropout = 0.1;
  std::string attention = "additive";
  std::string tied_embeddings = "none";

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = RnnAttentionOptions;
    using namespace config;
    v.field("cell", &O::cell, one_of({"gru", "lstm", "rnn"}),
            "Recurrent cell of encoder and decoder; rnn is tanh.");
    v.field("embedding_size", &O::embedding_size, at_least<int64_t>(1), "Size of the embeddings.");
    v.field(
        "hidden_size", &O::hidden_size, at_least<int64_t>(1),
        "Size of the recurrent states, of each direction, and of the attention's scoring network.");
    v.field("layers", &O::layers, at_least<int64_t>(1), "Recurrent layers of encoder and decoder.");
    v.field("bidirectional", &O::bidirectional,
            "Read the source in both directions. The decoder then starts, in each layer, from "
            "tanh(W [forward; backward]) "
            "of the encoder's last states.");
    v.field("dropout", &O::dropout, from_to_below(0.0, 1.0),
            "On embeddings, between layers, on attention weights and on the states before the "
            "output layer.");
    v.field("attention", &O::attention, one_of({"additive", "dot"}),
            "Score of a source position: w tanh(W_q q + W_k k) (Bahdanau et al., 2015), or q k / "
            "sqrt(size).");
    v.field("tied_embeddings", &O::tied_embeddings, tying(),
            "One matrix for the target embedding and the output layer (target: needs "
            "embedding_size equal to hidden_size), "
            "for the source embedding too (all: needs one vocabulary for both languages), or one "
            "for each.");
  }
};

/// Rules over several options. Throws Error.
void check(const RnnAttentionOptions& options);

/// Embedding and recurrent layers; parameters are named as in the book.
class RnnEncoderImpl : public torch::nn::Module {
 public:
  /// `shared`: the embedding of another module, if this has none of its own.
  RnnEncoderImpl(const RnnAttentionOptions& options, int64_t vocab,
                 const torch::nn::Embedding& shared);

  /// source (batch, source), int64 -> (source, batch, directions * hidden_size) and the last
  /// states. Without `lengths` padding is read like any other token, as in the book.
  nn::RecurrentOutput forward(const torch::Tensor& source, const torch::Tensor& lengths = {});

 private:
  double dropout_;
  torch::nn::Embedding embedding{nullptr};
  nn::Recurrent rnn{nullptr};
};
TORCH_MODULE(RnnEncoder);

/// What the decoder attends to.
struct RnnDecoderMemory {
  torch::Tensor states;  ///< (batch, source, memory_size)
  torch::Tensor keys;    ///< what the query is compared with, from `project_keys`
  torch::Tensor mask;    ///< (batch, 1, source); undefined: no padding
};

struct RnnDecoderOutput {
  torch::Tensor states;     ///< (batch, target, hidden_size)
  torch::Tensor attention;  ///< (batch, target, source)
  nn::RecurrentState last;
};

/// At each step the top layer's state, as it was before the step, is the query; the recurrent
/// layers then read [context; embedding].
class RnnDecoderImpl : public torch::nn::Module {
 public:
  RnnDecoderImpl(const RnnAttentionOptions& options, int64_t vocab, int64_t memory_size);

  /// states (batch, source, memory_size) -> (batch, source, hidden_size)
  torch::Tensor project_keys(const torch::Tensor& states);

  /// target (batch, target), int64, from `state` on.
  RnnDecoderOutput forward(const torch::Tensor& target, const RnnDecoderMemory& memory,
                           const nn::RecurrentState& state);

  torch::nn::Embedding embedding{nullptr};
  nn::OutputLayer dense{nullptr};

 private:
  double dropout_;
  nn::AdditiveAttention attention{nullptr};  // none where the score is a dot product
  nn::Recurrent rnn{nullptr};
};
TORCH_MODULE(RnnDecoder);

/// Recurrent encoder-decoder with attention: Bahdanau, Cho and Bengio (2015), arXiv:1409.0473, as
/// d2l 11.4 has it: the decoder starts from the encoder's last states, layer for layer. Padding
/// never reaches a state, unlike the book's. `Memory::tensors`: mask, keys, then the decoder's
/// first states (hidden of each layer, then cells). `DecoderState::tensors`: the states in the same
/// order.
class RnnAttention : public Seq2SeqModel {
 public:
  using Options = RnnAttentionOptions;

  RnnAttention(const Options& options, int64_t source_vocab, int64_t target_vocab,
               bool shared_vocab);

  Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) override;
  torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) override;
  torch::Tensor project(const torch::Tensor& states) override;
  DecoderState start(const Memory& memory) override;
  StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                  bool want_attention = false) override;

  /// The second half of encode(): what the encoder returned, as memory.
  Memory remember(const nn::RecurrentOutput& encoded, const torch::Tensor& source_lengths);

  RnnEncoder encoder{nullptr};
  RnnDecoder decoder{nullptr};

 private:
  RnnDecoderMemory decoder_memory(const Memory& memory) const;

  Options options_;
  std::vector<torch::nn::Linear>
      bridges_;  // of a bidirectional encoder: hidden of each layer, then cells
};

}  // namespace regard::model
