#include "model/transformer_input.h"

#include <cmath>

#include "ops/dropout.h"

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
    return nn::sinusoidal_positions(first, count, options_.d_model, options,
                                    sinusoid_layout(options_.positions));
  }
  check_learned_positions(first + count, learned_->max_length());
  return learned_(first, count);
}

torch::Tensor TransformerInput::forward(const torch::Tensor& ids, const ops::AttentionMask& mask,
                                        int64_t first, bool training) {
  const auto* sentences = mask.sentences();
  const auto vectors = embedding_(sentences ? sentences->queries.pack(ids) : ids);
  auto where = positions(first, ids.size(1), vectors.options());  // (position, d_model)
  if (sentences) where = where.index_select(0, sentences->queries.positions());
  const double scale =
      options_.scale_embeddings ? std::sqrt(static_cast<double>(options_.d_model)) : 1.0;
  const auto states =
      ops::seeded_dropout(torch::add(where, vectors, scale), options_.dropout, training);
  return norm_input_ ? norm_input_(states) : states;
}

}  // namespace regard::model
