#include "engine/transformer_weights.h"

#include <cmath>
#include <string>

#include "engine/parameters.h"
#include "regard/base/str.h"
#include "regard/model/transformer_input.h"

namespace regard::engine {
namespace {

/// Empty where the score is a product.
std::vector<float> additive_score(const Parameters& attention) {
  const auto weights = attention.find("w_v.weight");
  return weights.defined() ? floats_of(weights) : std::vector<float>();
}

AttentionWeights self_attention(const Parameters& block, const std::string& name,
                                const std::string& norm, Precision precision) {
  const auto layers = block.of(name);
  return {.queries_keys_values = layers.linear({"W_q", "W_k", "W_v"}, precision),
          .queries = {},
          .keys_values = {},
          .output = layers.linear({"W_o"}, precision),
          .score = additive_score(layers),
          .norm = block.norm(norm + ".ln")};
}

AttentionWeights cross_attention(const Parameters& block, const std::string& name,
                                 const std::string& norm, Precision precision) {
  const auto layers = block.of(name);
  return {.queries_keys_values = {},
          .queries = layers.linear({"W_q"}, precision),
          .keys_values = layers.linear({"W_k", "W_v"}, precision),
          .output = layers.linear({"W_o"}, precision),
          .score = additive_score(layers),
          .norm = block.norm(norm + ".ln")};
}

FeedForwardWeights feed_forward(const Parameters& block, const std::string& norm,
                                Precision precision) {
  const auto layers = block.of("ffn");
  return {.inner = layers.linear({"dense1"}, precision),
          .outer = layers.linear({"dense2"}, precision),
          .norm = block.norm(norm + ".ln")};
}

std::shared_ptr<PositionTable> positions_of(const Parameters& stack,
                                            const model::TransformerOptions& options) {
  if (options.positions == model::Positions::learned) {
    const auto table = stack.at("positions.pos_embedding.weight");
    return std::make_shared<PositionTable>(options.d_model, [table](int64_t count) {
      model::check_learned_positions(count, table.size(0));
      return floats_of(table);
    });
  }
  return sinusoidal_positions(options.d_model, model::sinusoid_layout(options.positions));
}

/// All but the blocks and the embedding.
StackWeights stack_of(const Parameters& stack, const model::TransformerOptions& options) {
  StackWeights weights;
  weights.positions = positions_of(stack, options);
  if (options.norm_input) weights.input_norm = stack.norm("norm_input");
  if (options.norm == nn::Norm::pre) weights.last_norm = stack.norm("norm");
  return weights;
}

math::Activation activation_of(nn::Activation activation) {
  return activation == nn::Activation::gelu   ? math::Activation::gelu
         : activation == nn::Activation::silu ? math::Activation::silu
                                              : math::Activation::relu;
}

math::AttentionHeads heads_of(const model::TransformerOptions& options) {
  const int64_t share = options.d_model / options.heads;
  const int64_t key_width = options.d_k > 0 ? options.d_k : share;
  return {.heads = options.heads,
          .key_width = key_width,
          .value_width = options.d_v > 0 ? options.d_v : share,
          .scale = 1.0F / std::sqrt(static_cast<float>(key_width))};
}

}  // namespace

TransformerWeights::TransformerWeights(const model::TransformerOptions& its_options,
                                       const Parameters& parameters, Precision precision)
    : options(its_options),
      heads(heads_of(options)),
      activation(activation_of(options.activation)) {
  const auto encoder_parameters = parameters.of("encoder");
  const auto decoder_parameters = parameters.of("decoder");

  decoder = stack_of(decoder_parameters, options);
  decoder.embedding = Table(decoder_parameters.at("embedding.weight"));
  for (int64_t layer = 0; layer < options.decoder_layers; ++layer) {
    const auto block = decoder_parameters.of(str("blks.block", layer));
    decoder.blocks.push_back({.self = self_attention(block, "attention1", "addnorm1", precision),
                              .cross = cross_attention(block, "attention2", "addnorm2", precision),
                              .feed_forward = feed_forward(block, "addnorm3", precision)});
  }

  encoder = stack_of(encoder_parameters, options);
  encoder.embedding = options.tied_embeddings == model::TiedEmbeddings::all
                          ? decoder.embedding
                          : Table(encoder_parameters.at("embedding.weight"));
  for (int64_t layer = 0; layer < options.encoder_layers; ++layer) {
    const auto block = encoder_parameters.of(str("blks.block", layer));
    encoder.blocks.push_back({.self = self_attention(block, "attention", "addnorm1", precision),
                              .cross = {},
                              .feed_forward = feed_forward(block, "addnorm2", precision)});
  }
}

}  // namespace regard::engine
