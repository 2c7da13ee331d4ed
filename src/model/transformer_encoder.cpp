#include "regard/model/transformer_encoder.h"

namespace regard::model {

torch::nn::LayerNorm last_norm(torch::nn::Module& owner, const TransformerOptions& options) {
  using torch::nn::LayerNorm, torch::nn::LayerNormOptions;
  if (options.norm != nn::Norm::pre) return nullptr;
  return owner.register_module(
      "norm", LayerNorm(LayerNormOptions({options.d_model}).eps(options.norm_epsilon)));
}

TransformerEncoderImpl::TransformerEncoderImpl(const TransformerOptions& options, int64_t vocab,
                                               const torch::nn::Embedding& shared)
    : input_(*this, options, vocab, shared),
      blocks_(make_blocks<nn::TransformerEncoderBlock>(*this, options, options.encoder_layers)),
      norm(last_norm(*this, options)) {}

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
