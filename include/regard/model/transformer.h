#pragma once
#include <torch/nn/modules/normalization.h>

#include <string>
#include <vector>

#include "regard/model/seq2seq_model.h"
#include "regard/model/transformer_input.h"
#include "regard/model/transformer_options.h"
#include "regard/nn/output_layer.h"
#include "regard/nn/transformer_decoder_block.h"
#include "regard/nn/transformer_encoder_block.h"

namespace regard::model {

/// What the encoder returns.
struct EncoderOutput {
  torch::Tensor states;  ///< (batch, source, d_model)
  std::vector<torch::Tensor>
      weights;  ///< of each layer, (batch, heads, source, source), if asked for
};

/// What TransformerInput reads and a stack of blocks; parameters are named as in the book.
class TransformerEncoderImpl : public torch::nn::Module {
 public:
  /// `shared`: the embedding of another module, if this has none of its own.
  TransformerEncoderImpl(const TransformerOptions& options, int64_t vocab,
                         const torch::nn::Embedding& shared);

  /// source (batch, source), int64; `mask` broadcasts to (batch, heads, source, source).
  EncoderOutput forward(const torch::Tensor& source, const torch::Tensor& mask,
                        bool want_weights = false);

  /// States of the tokens alone, (tokens, d_model).
  torch::Tensor forward_packed(const torch::Tensor& source, const nn::SentenceRows& rows);

 private:
  TransformerInput input_;
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

  /// States of the tokens alone, (tokens, d_model), given the encoder's.
  torch::Tensor forward_packed(const torch::Tensor& target, const nn::SentenceRows& rows,
                               const torch::Tensor& memory, const nn::SentenceRows& rows_of_memory);

  size_t layers() const { return blocks_.size(); }

  const torch::nn::Embedding& embedding() const { return input_.embedding(); }

  nn::OutputLayer dense{nullptr};

 private:
  TransformerInput input_;
  std::vector<nn::TransformerDecoderBlock> blocks_;
  torch::nn::LayerNorm norm{nullptr};  // pre-norm only
};
TORCH_MODULE(TransformerDecoder);

/// The self-attention encoder-decoder of Vaswani et al. (2017), arXiv:1706.03762; d2l 11.7.
/// It gives logits; their log-softmax is what the "generator" of other implementations returns.
/// `Memory::tensors`: the mask of the source, then keys and values of cross-attention for each
/// layer. `DecoderState::tensors`: keys and values of self-attention for each layer; none before
/// the first step.
class Transformer : public Seq2SeqModel {
 public:
  using Options = TransformerOptions;

  Transformer(const Options& options, int64_t source_vocab, int64_t target_vocab,
              bool shared_vocab);

  Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) override;
  torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) override;
  /// On the CPU position-wise layers see no padding, and attention reads the sentences where they
  /// stand, unless there is dropout on its weights or the score is not a dot product.
  torch::Tensor states_of_tokens(const torch::Tensor& source, const torch::Tensor& source_lengths,
                                 const torch::Tensor& target_input,
                                 const torch::Tensor& target_lengths) override;
  nn::OutputLayer& output_layer() override { return decoder->dense; }
  int64_t max_steps() const override;
  DecoderState start(const Memory& memory) override;
  StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                  bool want_attention = false) override;
  std::vector<AttentionMap> attention(const torch::Tensor& source,
                                      const torch::Tensor& source_lengths,
                                      const torch::Tensor& target_input) override;

  const Options& options() const { return options_; }

  TransformerEncoder encoder{nullptr};
  TransformerDecoder decoder{nullptr};

 private:
  std::vector<nn::KeysValues> memory_of_layers(const Memory& memory) const;

  Options options_;
};

}  // namespace regard::model
