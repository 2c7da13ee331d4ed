#include "model/transformer_encoder.h"

namespace regard::model {

nn::TransformerBlockOptions block_options(const TransformerOptions& options) {
  return {.size = options.d_model,
          .heads = options.heads,
          .ffn_size = options.ffn_size,
          .dropout = options.dropout,
          .attention_dropout = options.attention_dropout,
          .activation_dropout = options.activation_dropout,
          .pre_norm = options.norm == nn::Norm::pre,
          .activation = options.activation,
          .bias = options.bias,
          .key_width = options.d_k,
          .value_width = options.d_v,
          .score = options.attention,
          .norm_epsilon = options.norm_epsilon};
}

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
      blocks_(make_blocks<nn::TransformerEncoderBlock>(*this, block_options(options),
                                                       options.encoder_layers)),
      norm(last_norm(*this, block_options(options))) {}

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
