#pragma once
#include <torch/nn/module.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/normalization.h>

#include <string>

#include "architecture/transformer_options.h"
#include "nn/learned_positions.h"
#include "nn/positional_encoding.h"
#include "ops/attention_mask.h"

namespace regard::model {

/// The input of a stack's first block: embeddings, positions, dropout and, with `norm_input`, layer
/// normalization. It is not a module: its parameters belong to the stack, under the book's names.
class TransformerInput {
 public:
  /// Registers in `stack`: embedding, unless `shared` is that of another stack; positions, if they
  /// are learned; norm_input, if the options ask for it.
  TransformerInput(torch::nn::Module& stack, const TransformerOptions& options, int64_t vocab,
                   const torch::nn::Embedding& shared = nullptr);

  /// ids (batch, position), int64, whose positions count from `first` -> (batch, position,
  /// d_model); (tokens, d_model) if the mask is one of sentences without padding. Throws Error if
  /// learned positions do not reach that far.
  torch::Tensor forward(const torch::Tensor& ids, const ops::AttentionMask& mask, int64_t first,
                        bool training);

  const torch::nn::Embedding& embedding() const { return embedding_; }
  const TransformerOptions& options() const { return options_; }

 private:
  torch::Tensor positions(int64_t first, int64_t count, const torch::TensorOptions& options);

  TransformerOptions options_;
  torch::nn::Embedding embedding_{nullptr};
  nn::LearnedPositions learned_{nullptr};     // null if positions are sinusoids
  torch::nn::LayerNorm norm_input_{nullptr};  // null unless asked for
};

}  // namespace regard::model
