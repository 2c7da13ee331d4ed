#pragma once
#include "nn/feed_forward.h"
#include "nn/multi_head_attention.h"
#include "nn/ssru.h"

namespace regard::nn {

/// Options of a block in a Transformer's encoder or decoder.
struct TransformerBlockOptions {
  int64_t size;
  int64_t heads;
  int64_t ffn_size;
  double dropout = 0.0;             ///< on the result of each sublayer
  double attention_dropout = 0.0;   ///< on attention weights
  double activation_dropout = 0.0;  ///< on the activations of the feed-forward network
  bool pre_norm = false;
  Activation activation = Activation::relu;
  bool bias = false;        ///< whether the attention's projections have a bias
  int64_t key_width = 0;    ///< width of a head's queries and keys; 0: size / heads
  int64_t value_width = 0;  ///< width of a head's values; 0: size / heads
  AttentionScore score = AttentionScore::dot_product;
  Autoregression autoregression = Autoregression::self_attention;  ///< decoder only
  double norm_epsilon = 1e-5;

  /// The options of this block's sublayers.
  MultiHeadAttentionOptions attention() const;
  FeedForwardOptions feed_forward() const;
  AddNormOptions add_norm() const;
};

struct EncoderBlockOutput {
  torch::Tensor states;   ///< (batch, source, size)
  torch::Tensor weights;  ///< (batch, heads, source, earlier + source), if requested
};

/// One layer of the encoder: self-attention and feed-forward network. Vaswani et al. (2017),
/// section 3.1; d2l 11.7. With a causal mask it is one layer of a decoder-only Transformer (Liu et
/// al., 2018, arXiv:1801.10198; Radford et al., 2018).
class TransformerEncoderBlockImpl : public torch::nn::Module {
 public:
  explicit TransformerEncoderBlockImpl(const TransformerBlockOptions& options);

  /// Depending on the mask, x is (batch, source, size), or (tokens, size) without padding.
  EncoderBlockOutput forward(const torch::Tensor& x, const ops::AttentionMask& mask,
                             bool want_weights = false) {
    KeysValues none;
    return extend(x, none, mask, want_weights);
  }

  /// x (batch, position, size): the positions after those in `past` (empty at first), to which they
  /// are appended.
  EncoderBlockOutput extend(const torch::Tensor& x, KeysValues& past,
                            const ops::AttentionMask& mask, bool want_weights = false);

 private:
  MultiHeadAttention attention{nullptr};
  AddNorm addnorm1{nullptr};
  FeedForward ffn{nullptr};
  AddNorm addnorm2{nullptr};
};
TORCH_MODULE(TransformerEncoderBlock);

/// The attention weights that a decoder returns in addition to its states: none, all, or those of
/// the first head of cross-attention.
enum class WantedWeights { none, all, first_cross };

struct DecoderBlockOutput {
  torch::Tensor states;         ///< (batch, target, size)
  torch::Tensor self_weights;   ///< (batch, heads, target, earlier + target), if requested
  torch::Tensor cross_weights;  ///< (batch, heads or 1, target, source), if requested
};

/// The masks of a decoder layer's attention.
struct DecoderMasks {
  ops::AttentionMask self;    ///< causal
  ops::AttentionMask memory;  ///< mask of the source
};

/// The data that a decoder layer keeps for earlier positions: only the member that its
/// Autoregression uses is set. Initially empty.
struct DecoderPast {
  KeysValues attended;
  SsruState recurrent;

  /// Number of earlier positions.
  int64_t length() const { return attended.length() + recurrent.length; }

  template <class F>
  DecoderPast map(const F& f) const {
    return {attended.map(f), recurrent.map(f)};
  }
};

/// One layer of the decoder: self-attention, cross-attention and feed-forward network. Vaswani et
/// al. (2017), section 3.1; d2l 11.7. An SSRU may replace self-attention. The layer is causal in
/// training and evaluation; d2l's is causal only in training, so its teacher-forced loss in eval
/// mode sees the future.
class TransformerDecoderBlockImpl : public torch::nn::Module {
 public:
  explicit TransformerDecoderBlockImpl(const TransformerBlockOptions& options);

  /// states (batch, source, size) of the encoder -> keys and values for cross-attention. Call it
  /// once per sentence.
  KeysValues project_memory(const torch::Tensor& states);

  /// x (batch, target, size): the positions after those in `past`, to which they are appended; or
  /// whole sentences without padding (tokens, size), depending on the masks.
  DecoderBlockOutput forward(const torch::Tensor& x, DecoderPast& past, const KeysValues& memory,
                             const DecoderMasks& masks, WantedWeights wanted = WantedWeights::none);

 private:
  MultiHeadAttention attention1{nullptr};
  Ssru ssru{nullptr};  // replaces attention1
  AddNorm addnorm1{nullptr};
  MultiHeadAttention attention2{nullptr};
  AddNorm addnorm2{nullptr};
  FeedForward ffn{nullptr};
  AddNorm addnorm3{nullptr};
};
TORCH_MODULE(TransformerDecoderBlock);

}  // namespace regard::nn
