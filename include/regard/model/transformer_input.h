#pragma once
#include <torch/nn/module.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/normalization.h>

#include <string>

#include "regard/model/transformer_options.h"
#include "regard/nn/learned_positions.h"
#include "regard/nn/positional_encoding.h"
#include "regard/ops/attention_mask.h"

namespace regard::model {

/// The layout of `positions`, which are not learned.
nn::SinusoidLayout sinusoid_layout(Positions positions);

/// Throws Error where a sentence of `length` tokens needs more positions than were learned.
void check_learned_positions(int64_t length, int64_t max_length);

/// What the first block of a stack reads: embeddings, positions, dropout, and layer
/// normalization where `norm_input` asks for it. It is no module: its parameters are the stack's
/// own, under the book's names.
class TransformerInput {
 public:
  /// Registers in `stack`: embedding, unless `shared` is that of another stack; positions, where
  /// they are learned; norm_input, where it is wanted.
  TransformerInput(torch::nn::Module& stack, const TransformerOptions& options, int64_t vocab,
                   const torch::nn::Embedding& shared = nullptr);

  /// ids (batch, position), int64, whose positions are counted from `first` -> (batch, position,
  /// d_model); where the mask is of sentences without padding, (tokens, d_model). Throws Error
  /// where a sentence is longer than learned positions are.
  torch::Tensor forward(const torch::Tensor& ids, const ops::AttentionMask& mask, int64_t first,
                        bool training);

  const torch::nn::Embedding& embedding() const { return embedding_; }

 private:
  torch::Tensor positions(int64_t first, int64_t count, const torch::TensorOptions& options);

  TransformerOptions options_;
  torch::nn::Embedding embedding_{nullptr};
  nn::LearnedPositions learned_{nullptr};     // none where positions are sinusoids
  torch::nn::LayerNorm norm_input_{nullptr};  // none unless wanted
};

}  // namespace regard::model
