#include "model/transformer_encoder.h"

#include <cmath>

#include "ops/dropout.h"
#include "ops/probe.h"

namespace regard::model {

TransformerInput::TransformerInput(torch::nn::Module& stack, const TransformerOptions& options,
                                   int64_t vocab, const torch::nn::Embedding& shared)
    : options_(options) {
  using torch::nn::Embedding, torch::nn::LayerNorm, torch::nn::LayerNormOptions;
  embedding_ =
      shared ? shared : stack.register_module("embedding", Embedding(vocab, options.d_model));
  if (options.positions == Positions::learned) {
    learned_ = stack.register_module("positions",
                                     nn::LearnedPositions(options.max_length, options.d_model));
  }
  if (options.norm_input) {
    norm_input_ = stack.register_module(
        "norm_input", LayerNorm(LayerNormOptions({options.d_model}).eps(options.norm_epsilon)));
  }
}

torch::Tensor TransformerInput::positions(int64_t first, int64_t count,
                                          const torch::TensorOptions& options) {
  if (!learned_) {
    const auto layout = sinusoid_layout(options_.positions);
    if (layout == nn::SinusoidLayout::interleaved) {
      return REGARD_OBSERVED("sinusoidal positions",
                             nn::sinusoidal_positions(first, count, options_.d_model, options));
    }
    return REGARD_OBSERVED(
        "sines, then cosines",
        nn::sinusoidal_positions(first, count, options_.d_model, options, layout));
  }
  check_learned_positions(first + count, learned_->max_length());
  return REGARD_OBSERVED("learned positions", learned_(first, count));
}

torch::Tensor TransformerInput::forward(const torch::Tensor& ids, const ops::AttentionMask& mask,
                                        int64_t first, bool training) {
  const auto* sentences = mask.sentences();
  const auto vectors =
      REGARD_OBSERVED("embedding", embedding_(sentences ? sentences->queries.pack(ids) : ids));
  auto where = positions(first, ids.size(1), vectors.options());  // (position, d_model)
  if (sentences) where = where.index_select(0, sentences->queries.positions());
  const double scale =
      options_.scale_embeddings ? std::sqrt(static_cast<double>(options_.d_model)) : 1.0;
  if (options_.scale_embeddings && ops::Recording::is_on())  // else the sum below scales them
    REGARD_OBSERVED("scaled embedding", vectors * scale);
  const auto sum = REGARD_OBSERVED("input", torch::add(where, vectors, scale));
  const auto states = ops::seeded_dropout(sum, options_.dropout, training);
  return norm_input_ ? REGARD_OBSERVED("normalized input", norm_input_(states)) : states;
}

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
          .autoregression = options.autoregression,
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
  const ops::ProbeScope scope("encoder");
  EncoderOutput output{input_.forward(source, mask, 0, is_training()), {}};
  int64_t layer = 0;
  for (auto& block : blocks_) {
    const ops::ProbeScope of_layer("layer", layer++);
    auto result = block(output.states, mask, want_weights);
    output.states = result.states;
    if (want_weights) output.weights.push_back(result.weights);
  }
  if (norm) output.states = REGARD_OBSERVED("normalized states", norm(output.states));
  return output;
}

}  // namespace regard::model
