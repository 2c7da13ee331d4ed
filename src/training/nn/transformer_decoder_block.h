#pragma once
#include "nn/transformer_encoder_block.h"

namespace regard::nn {

/// The weights of attention that a decoder returns besides its states: none, all, or those of the
/// first head of cross-attention.
enum class WantedWeights { none, all, first_cross };

struct DecoderBlockOutput {
  torch::Tensor states;         ///< (batch, target, size)
  torch::Tensor self_weights;   ///< (batch, heads, target, earlier + target), if requested
  torch::Tensor cross_weights;  ///< (batch, heads or 1, target, source), if requested
};

/// What the target's positions may attend to.
struct DecoderMasks {
  ops::AttentionMask self;    ///< causal
  ops::AttentionMask memory;  ///< of the source
};

/// One layer of the decoder: self-attention, cross-attention and feed-forward network. Vaswani et
/// al. (2017), section 3.1; d2l 11.7. It is causal in training and evaluation; the book's is
/// causal in training only, so its teacher-forced loss in eval mode sees the future.
class TransformerDecoderBlockImpl : public torch::nn::Module {
 public:
  explicit TransformerDecoderBlockImpl(const TransformerBlockOptions& options);

  /// states (batch, source, size) of the encoder -> what cross-attention reads. Once per sentence.
  KeysValues project_memory(const torch::Tensor& states);

  /// x (batch, target, size): the positions after those in `past` (empty at first), to which they
  /// are appended; or whole sentences without padding (tokens, size), as the masks say.
  DecoderBlockOutput forward(const torch::Tensor& x, KeysValues& past, const KeysValues& memory,
                             const DecoderMasks& masks, WantedWeights wanted = WantedWeights::none);

 private:
  MultiHeadAttention attention1{nullptr};
  AddNorm addnorm1{nullptr};
  MultiHeadAttention attention2{nullptr};
  AddNorm addnorm2{nullptr};
  FeedForward ffn{nullptr};
  AddNorm addnorm3{nullptr};
};
TORCH_MODULE(TransformerDecoderBlock);

}  // namespace regard::nn
