#pragma once
#include <torch/nn/modules/normalization.h>

#include <string>
#include <vector>

#include "model/transformer_input.h"
#include "nn/transformer_encoder_block.h"
#include "regard/base/str.h"

namespace regard::model {

/// The options of a Transformer's blocks.
nn::TransformerBlockOptions block_options(const TransformerOptions& options);

/// `owner`'s blocks, under the book's names: blks.block0, blks.block1, ...
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

/// What the encoder returns.
struct EncoderOutput {
  torch::Tensor states;  ///< (batch, source, d_model), or without padding (tokens, d_model)
  std::vector<torch::Tensor>
      weights;  ///< of each layer, (batch, heads, source, source), if requested
};

/// TransformerInput and a stack of blocks; parameters are named as in the book.
class TransformerEncoderImpl : public torch::nn::Module {
 public:
  /// `shared`: the embedding of another module to use instead of its own; or null.
  TransformerEncoderImpl(const TransformerOptions& options, int64_t vocab,
                         const torch::nn::Embedding& shared);

  /// source (batch, source), int64.
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
