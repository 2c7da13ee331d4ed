#pragma once
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/normalization.h>

#include <string>
#include <vector>

#include "regard/config/check.h"
#include "regard/model/seq2seq_model.h"
#include "regard/model/tied_embeddings.h"
#include "regard/nn/output_layer.h"
#include "regard/nn/transformer_decoder_block.h"
#include "regard/nn/transformer_encoder_block.h"

namespace regard::model {

struct TransformerOptions {
  int64_t d_model = 256;
  int64_t heads = 4;
  int64_t ffn_size = 1024;
  int64_t encoder_layers = 3;
  int64_t decoder_layers = 3;
  double dropout = 0.1;
  double attention_dropout = 0.0;
  std::string norm = "post";
  std::string activation = "relu";
  std::string tied_embeddings = "none";
  bool bias = false;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TransformerOptions;
    using namespace config;
    v.field("d_model", &O::d_model, at_least<int64_t>(2),
            "Size of embeddings and of the states between layers; even, and divisible by heads.");
    v.field("heads", &O::heads, at_least<int64_t>(1), "Attention heads of each layer.");
    v.field("ffn_size", &O::ffn_size, at_least<int64_t>(1),
            "Hidden size of the feed-forward networks.");
    v.field("encoder_layers", &O::encoder_layers, at_least<int64_t>(1), "Blocks of the encoder.");
    v.field("decoder_layers", &O::decoder_layers, at_least<int64_t>(1), "Blocks of the decoder.");
    v.field("dropout", &O::dropout, from_to_below(0.0, 1.0),
            "On embeddings with positions and on the result of each sublayer.");
    v.field("attention_dropout", &O::attention_dropout, from_to_below(0.0, 1.0),
            "On attention weights. Above 0 the fused attention kernel is not used in training.");
    v.field("norm", &O::norm, one_of({"post", "pre"}),
            "Layer normalization after each residual connection (Vaswani et al., 2017), or before "
            "each sublayer "
            "and once at the end of each stack (Xiong et al., 2020).");
    v.field("activation", &O::activation, one_of({"relu", "gelu", "silu"}),
            "Of the feed-forward networks.");
    v.field("tied_embeddings", &O::tied_embeddings, tying(),
            "One matrix for the target embedding and the output layer (target), for the source "
            "embedding too (all: "
            "needs one vocabulary for both languages), or one for each.");
    v.field("bias", &O::bias,
            "Whether the attention's projections have a bias; the book's have none.");
  }
};

/// Rules over several options. Throws Error.
void check(const TransformerOptions& options);

/// What the encoder returns.
struct EncoderOutput {
  torch::Tensor states;  ///< (batch, source, d_model)
  std::vector<torch::Tensor>
      weights;  ///< of each layer, (batch, heads, source, source), if asked for
};

/// Embedding, positions and a stack of blocks; parameters are named as in the book.
class TransformerEncoderImpl : public torch::nn::Module {
 public:
  /// `shared`: the embedding of another module, if this has none of its own.
  TransformerEncoderImpl(const TransformerOptions& options, int64_t vocab,
                         const torch::nn::Embedding& shared);

  /// source (batch, source), int64; `mask` broadcasts to (batch, heads, source, source).
  EncoderOutput forward(const torch::Tensor& source, const torch::Tensor& mask,
                        bool want_weights = false);

 private:
  TransformerOptions options_;
  torch::nn::Embedding embedding{nullptr};
  std::vector<nn::TransformerEncoderBlock> blocks_;
  torch::nn::LayerNorm norm{nullptr};  // pre-norm only
};
TORCH_MODULE(TransformerEncoder);

/// What the decoder returns.
struct DecoderOutput {
  torch::Tensor states;  ///< (batch, target, d_model)
  std::vector<torch::Tensor>
      self_weights;  ///< of each layer, (batch, heads, target, target), if asked for
  std::vector<torch::Tensor>
      cross_weights;  ///< of each layer, (batch, heads, target, source), if asked for
};

class TransformerDecoderImpl : public torch::nn::Module {
 public:
  TransformerDecoderImpl(const TransformerOptions& options, int64_t vocab);

  /// What cross-attention reads, for each layer.
  std::vector<nn::KeysValues> project_memory(const torch::Tensor& states);

  /// target (batch, target), int64: the positions from `position` on; `past`, one for each layer,
  /// holds the earlier ones and grows. `memory_mask` broadcasts to (batch, heads, target, source).
  DecoderOutput forward(const torch::Tensor& target, int64_t position,
                        std::vector<nn::KeysValues>& past,
                        const std::vector<nn::KeysValues>& memory, const torch::Tensor& memory_mask,
                        bool want_weights = false);

  size_t layers() const { return blocks_.size(); }

  torch::nn::Embedding embedding{nullptr};
  nn::OutputLayer dense{nullptr};

 private:
  TransformerOptions options_;
  std::vector<nn::TransformerDecoderBlock> blocks_;
  torch::nn::LayerNorm norm{nullptr};  // pre-norm only
};
TORCH_MODULE(TransformerDecoder);

/// The self-attention encoder-decoder of Vaswani et al. (2017), arXiv:1706.03762; d2l 11.7.
/// Embeddings are multiplied by sqrt(d_model), positions are sinusoids. `Memory::tensors`: the mask
/// of the source, then keys and values of cross-attention for each layer. `DecoderState::tensors`:
/// keys and values of self-attention for each layer; none before the first step.
class Transformer : public Seq2SeqModel {
 public:
  using Options = TransformerOptions;

  Transformer(const Options& options, int64_t source_vocab, int64_t target_vocab,
              bool shared_vocab);

  Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) override;
  torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) override;
  torch::Tensor project(const torch::Tensor& states) override;
  DecoderState start(const Memory& memory) override;
  StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                  bool want_attention = false) override;
  std::vector<AttentionMap> attention(const torch::Tensor& source,
                                      const torch::Tensor& source_lengths,
                                      const torch::Tensor& target_input) override;

  TransformerEncoder encoder{nullptr};
  TransformerDecoder decoder{nullptr};

 private:
  std::vector<nn::KeysValues> memory_of_layers(const Memory& memory) const;
};

}  // namespace regard::model
