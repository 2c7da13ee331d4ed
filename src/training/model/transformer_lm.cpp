#include "model/transformer_lm.h"

#include <cmath>
#include "architecture/architectures.h"

#include "model/transformer_decoder.h"
#include "model/transformer_encoder.h"
#include "nn/linear.h"
#include "nn/mask.h"
#include "nn/positional_encoding.h"
#include "ops/dropout.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {

TransformerLm::TransformerLm(const Options& options, int64_t vocab) : options_(options) {
  check(options);
  embedding = register_module("embedding", torch::nn::Embedding(vocab, options.d_model));
  const nn::TransformerBlockOptions block{.size = options.d_model,
                                          .heads = options.heads,
                                          .ffn_size = options.ffn_size,
                                          .dropout = options.dropout,
                                          .attention_dropout = options.attention_dropout,
                                          .activation_dropout = options.activation_dropout,
                                          .pre_norm = options.norm == nn::Norm::pre,
                                          .activation = options.activation,
                                          .bias = options.bias};
  blocks_ = make_blocks<nn::TransformerEncoderBlock>(*this, block, options.layers);
  norm = last_norm(*this, block);
  const auto shared = options.tied ? embedding->weight : torch::Tensor();
  dense = register_module("dense", nn::OutputLayer(options.d_model, vocab, shared));
  nn::initialize(*this);
}

DecoderState TransformerLm::start(int64_t) { return {}; }

torch::Tensor TransformerLm::states(const torch::Tensor& input, DecoderState& state,
                                    std::span<const double> gradient_factors) {
  TORCH_CHECK(gradient_factors.empty(),
              "TransformerLm: it has no state between steps whose gradients could be truncated");
  const auto vectors = embedding(input);  // (rows, steps, d_model)
  const auto positions =
      nn::sinusoidal_positions(state.position, input.size(1), options_.d_model, vectors.options());
  auto states = ops::seeded_dropout(
      torch::add(positions, vectors, std::sqrt(static_cast<double>(options_.d_model))),
      options_.dropout, is_training());
  auto past = state.own.empty() ? LayersKeysValues{std::vector<nn::KeysValues>(blocks_.size())}
                                : state.own.as<LayersKeysValues>();
  const int64_t steps = input.size(1);
  const auto mask = nn::causal_mask(steps, state.position + steps, input.device());
  for (size_t layer = 0; layer < blocks_.size(); ++layer) {
    states = blocks_[layer]->extend(states, past.layers[layer], mask).states;
  }
  state = {past, state.position + steps};
  return norm ? norm(states) : states;
}

std::shared_ptr<LanguageModel> TransformerLmRow::make(const Options& options, int64_t vocab) {
  return std::make_shared<TransformerLm>(options, vocab);
}

}  // namespace regard::model
