#pragma once
#include "model/transformer_encoder.h"
#include "nn/linear.h"
#include "nn/transformer_block.h"

namespace regard::model {

struct DecoderOutput {
  torch::Tensor states;  ///< (batch, target, d_model), or without padding (tokens, d_model)
  std::vector<torch::Tensor> self_weights;  ///< by layer with self-attention, (batch, heads,
                                            ///< target, target), if requested
  std::vector<torch::Tensor>
      cross_weights;  ///< by layer, (batch, heads or 1, target, source), if requested
};

/// Data of each layer.
template <class OfLayer>
struct Layers {
  std::vector<OfLayer> layers;

  template <class F>
  Layers map(const F& f) const {
    Layers mapped;
    for (const auto& layer : layers) mapped.layers.push_back(layer.map(f));
    return mapped;
  }
};
using LayersKeysValues = Layers<nn::KeysValues>;  ///< for the encoder's memory
using LayersPast = Layers<nn::DecoderPast>;       ///< for earlier steps

/// TransformerInput, a stack of blocks and the output layer; parameters are named as in d2l.
class TransformerDecoderImpl : public torch::nn::Module {
 public:
  TransformerDecoderImpl(const TransformerOptions& options, int64_t vocab);

  /// The keys and values of the encoder's states for each layer's cross-attention.
  LayersKeysValues project_memory(const torch::Tensor& states);
  /// The empty past, before the first step.
  LayersPast no_past() const { return {std::vector<nn::DecoderPast>(blocks_.size())}; }

  /// target (batch, target), int64: the positions after those in `past`, to which they are
  /// appended.
  DecoderOutput forward(const torch::Tensor& target, LayersPast& past,
                        const LayersKeysValues& memory, const nn::DecoderMasks& masks,
                        nn::WantedWeights wanted = nn::WantedWeights::none);

  const torch::nn::Embedding& embedding() const { return input_.embedding(); }
  const TransformerOptions& options() const { return input_.options(); }

  nn::OutputLayer dense{nullptr};

 private:
  TransformerInput input_;
  std::vector<nn::TransformerDecoderBlock> blocks_;
  torch::nn::LayerNorm norm{nullptr};
};
TORCH_MODULE(TransformerDecoder);

}  // namespace regard::model
