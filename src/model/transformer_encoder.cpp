#include "regard/model/transformer_encoder.h"

namespace regard::model {

torch::nn::LayerNorm last_norm(torch::nn::Module& owner,
                               const nn::TransformerBlockOptions& options) {
  using torch::nn::LayerNorm, torch::nn::LayerNormOptions;
  if (!options.pre_norm) return nullptr;
  return owner.register_module(
      "norm", LayerNorm(LayerNormOptions({options.size}).eps(options.norm_epsilon)));
}

TransformerEncoderImpl::TransformerEncoderImpl(const TransformerOptions& options, int64_t vocab,
                                               const torch::nn::Embedding& shared)
    : input_(*this, options, vocab, shared),
      blocks_(
          make_blocks<nn::TransformerEncoderBlock>(*this, options.block(), options.encoder_layers)),
      norm(last_norm(*this, options.block())) {}

EncoderOutput TransformerEncoderImpl::forward(const torch::Tensor& source,
                                              const ops::AttentionMask& mask, bool want_weights) {
  EncoderOutput output{input_.forward(source, mask, 0, is_training()), {}};
  for (auto& block : blocks_) {
    auto result = block(output.states, mask, want_weights);
    output.states = result.states;
    if (want_weights) output.weights.push_back(result.weights);
  }
  if (norm) output.states = norm(output.states);
  return output;
}

}  // namespace regard::model
