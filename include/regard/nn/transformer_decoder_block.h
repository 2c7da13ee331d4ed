#pragma once
#include "regard/nn/transformer_encoder_block.h"

namespace regard::nn {

struct DecoderBlockOutput {
  torch::Tensor states;         ///< (batch, target, size)
  torch::Tensor self_weights;   ///< (batch, heads, target, earlier + target), if asked for
  torch::Tensor cross_weights;  ///< (batch, heads, target, source), if asked for
};

/// One layer of the decoder: self-attention, cross-attention and feed-forward network. Vaswani et
/// al. (2017), section 3.1; d2l 11.7. It is causal in training and out of it, unlike the book's,
/// whose teacher-forced loss in eval mode sees the future.
class TransformerDecoderBlockImpl : public torch::nn::Module {
 public:
  explicit TransformerDecoderBlockImpl(const TransformerBlockOptions& options);

  /// states (batch, source, size) of the encoder -> what cross-attention reads. Do it once for a
  /// sentence.
  KeysValues project_memory(const torch::Tensor& states);

  /// x (batch, target, size): the positions that follow those in `past` (empty at the beginning),
  /// which grows by them. `memory_mask` broadcasts to (batch, heads, target, source).
  DecoderBlockOutput forward(const torch::Tensor& x, KeysValues& past, const KeysValues& memory,
                             const torch::Tensor& memory_mask, bool want_weights = false);

  /// The same of x (tokens, size) and the encoder's states (source tokens, size), sentences one
  /// behind the other, from their beginning.
  torch::Tensor forward_packed(const torch::Tensor& x, const SentenceRows& rows,
                               const torch::Tensor& states, const SentenceRows& rows_of_states);

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
