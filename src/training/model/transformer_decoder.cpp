#include "model/transformer_decoder.h"

#include "ops/probe.h"

namespace regard::model {

TransformerDecoderImpl::TransformerDecoderImpl(const TransformerOptions& options, int64_t vocab)
    : input_(*this, options, vocab),
      blocks_(make_blocks<nn::TransformerDecoderBlock>(*this, block_options(options),
                                                       options.decoder_layers)),
      norm(last_norm(*this, block_options(options))) {
  const auto tied =
      options.tied_embeddings == TiedEmbeddings::none ? torch::Tensor() : embedding()->weight;
  dense = register_module("dense", nn::OutputLayer(options.d_model, vocab, tied));
}

LayersKeysValues TransformerDecoderImpl::project_memory(const torch::Tensor& states) {
  const ops::ProbeScope scope("decoder");
  LayersKeysValues memory;
  for (auto& block : blocks_) {
    const ops::ProbeScope layer("layer", static_cast<int64_t>(memory.layers.size()));
    memory.layers.push_back(block->project_memory(states));
  }
  return memory;
}

DecoderOutput TransformerDecoderImpl::forward(const torch::Tensor& target, LayersPast& past,
                                              const LayersKeysValues& memory,
                                              const nn::DecoderMasks& masks,
                                              nn::WantedWeights wanted) {
  const ops::ProbeScope scope("decoder");
  DecoderOutput output;
  output.states = input_.forward(target, masks.self, past.layers.front().length(), is_training());
  for (size_t layer = 0; layer < blocks_.size(); ++layer) {
    const ops::ProbeScope of_layer("layer", static_cast<int64_t>(layer));
    auto result =
        blocks_[layer](output.states, past.layers[layer], memory.layers[layer], masks, wanted);
    output.states = result.states;
    if (result.self_weights.defined()) output.self_weights.push_back(result.self_weights);
    if (wanted != nn::WantedWeights::none) output.cross_weights.push_back(result.cross_weights);
  }
  if (norm) output.states = REGARD_OBSERVED("normalized states", norm(output.states));
  return output;
}

}  // namespace regard::model
