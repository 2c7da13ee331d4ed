#pragma once
#include <torch/nn/module.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/normalization.h>
#include <string>
#include <vector>

#include "architecture/transformer_options.h"
#include "nn/positional_encoding.h"
#include "nn/transformer_block.h"
#include "ops/sentence_rows.h"
#include "regard/base/str.h"

namespace regard::model {

/// The input of a stack's first block: embeddings, positions, dropout and, with `norm_input`, layer
/// normalization. It is not a module: its parameters belong to the stack, under d2l's names.
class TransformerInput {
 public:
  /// Registers in `stack`: embedding, unless `shared` is that of another stack; positions, if they
  /// are learned; norm_input, if the options ask for it.
  TransformerInput(torch::nn::Module& stack, const TransformerOptions& options, int64_t vocab,
                   const torch::nn::Embedding& shared = nullptr);

  /// ids (batch, position), int64, with positions counted from `first` -> (batch, position,
  /// d_model), or (tokens, d_model) if the mask is for sentences without padding. Throws Error if
  /// there are too few learned positions.
  torch::Tensor forward(const torch::Tensor& ids, const ops::AttentionMask& mask, int64_t first,
                        bool training);

  const torch::nn::Embedding& embedding() const { return embedding_; }
  const TransformerOptions& options() const { return options_; }

 private:
  torch::Tensor positions(int64_t first, int64_t count, const torch::TensorOptions& options);

  TransformerOptions options_;
  torch::nn::Embedding embedding_{nullptr};
  nn::LearnedPositions learned_{nullptr};     // null if positions are sinusoids
  torch::nn::LayerNorm norm_input_{nullptr};  // null unless enabled
};

/// The options of a Transformer's blocks.
nn::TransformerBlockOptions block_options(const TransformerOptions& options);

/// `owner`'s blocks, under d2l's names: blks.block0, blks.block1, ...
template <class Block>
std::vector<Block> make_blocks(torch::nn::Module& owner, const nn::TransformerBlockOptions& options,
                               int64_t layers) {
  auto list = owner.register_module("blks", std::make_shared<torch::nn::Module>());
  std::vector<Block> blocks;
  for (int64_t layer = 0; layer < layers; ++layer) {
    blocks.push_back(list->register_module(str("block", layer), Block(options)));
  }
  return blocks;
}

/// Normalizes the states of the last block; null unless pre-norm.
torch::nn::LayerNorm last_norm(torch::nn::Module& owner,
                               const nn::TransformerBlockOptions& options);

struct EncoderOutput {
  torch::Tensor states;  ///< (batch, source, d_model), or without padding (tokens, d_model)
  std::vector<torch::Tensor> weights;  ///< by layer, (batch, heads, source, source), if requested
};

/// TransformerInput and a stack of blocks; parameters are named as in d2l.
class TransformerEncoderImpl : public torch::nn::Module {
 public:
  /// `shared`: another module's embedding to use instead of a new one, or null.
  TransformerEncoderImpl(const TransformerOptions& options, int64_t vocab,
                         const torch::nn::Embedding& shared);

  /// Encodes source (batch, source), int64.
  EncoderOutput forward(const torch::Tensor& source, const ops::AttentionMask& mask,
                        bool want_weights = false);

  const TransformerOptions& options() const { return input_.options(); }

 private:
  TransformerInput input_;
  std::vector<nn::TransformerEncoderBlock> blocks_;
  torch::nn::LayerNorm norm{nullptr};
};
TORCH_MODULE(TransformerEncoder);

}  // namespace regard::model
