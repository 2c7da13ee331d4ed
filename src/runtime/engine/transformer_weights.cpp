#include "engine/transformer_weights.h"

#include <cmath>
#include <string>

#include "engine/parameters.h"
#include "regard/base/str.h"

namespace regard::engine {
namespace {

/// Packs the weights of a model's blocks.
class Blocks {
 public:
  Blocks(const model::TransformerOptions& options, const math::AttentionHeads& heads,
         Precision precision)
      : options_(options), heads_(heads), precision_(precision) {}

  BlockWeights of_encoder(const Parameters& block) const {
    return {.self = self_attention(block, "attention", "addnorm1"),
            .cross = {},
            .ssru = {},
            .feed_forward = feed_forward(block, "addnorm2")};
  }

  BlockWeights of_decoder(const Parameters& block) const {
    const bool recurs = options_.autoregression == nn::Autoregression::ssru;
    return {.self = recurs ? AttentionWeights() : self_attention(block, "attention1", "addnorm1"),
            .cross = cross_attention(block, "attention2", "addnorm2"),
            .ssru = recurs ? ssru(block, "ssru", "addnorm1") : SsruWeights(),
            .feed_forward = feed_forward(block, "addnorm3")};
  }

 private:
  using Layer = Parameters::Layer;

  Layer queries() const { return {"W_q", heads_.heads * heads_.key_width, options_.bias}; }
  Layer keys() const { return {"W_k", heads_.heads * heads_.key_width, options_.bias}; }
  Layer values() const { return {"W_v", heads_.heads * heads_.value_width, options_.bias}; }

  PackedMatrix projection(const Parameters& attention, const std::vector<Layer>& layers) const {
    return attention.linear(layers, options_.d_model, precision_);
  }

  PackedMatrix output(const Parameters& attention) const {
    return attention.linear({{"W_o", options_.d_model, options_.bias}},
                            heads_.heads * heads_.value_width, precision_);
  }

  /// The vectors of an additive score; empty for dot-product attention.
  std::vector<float> additive_score(const Parameters& attention) const {
    if (options_.attention != nn::AttentionScore::additive) return {};
    return attention.matrix("w_v.weight", heads_.heads, heads_.key_width).copy();
  }

  NormWeights norm(const Parameters& block, const std::string& name) const {
    return block.norm(name + ".ln", options_.d_model);
  }

  AttentionWeights self_attention(const Parameters& block, const std::string& name,
                                  const std::string& its_norm) const {
    const auto layers = block.of(name);
    return {.queries_keys_values = projection(layers, {queries(), keys(), values()}),
            .queries = {},
            .keys_values = {},
            .output = output(layers),
            .score = additive_score(layers),
            .norm = norm(block, its_norm)};
  }

  AttentionWeights cross_attention(const Parameters& block, const std::string& name,
                                   const std::string& its_norm) const {
    const auto layers = block.of(name);
    return {.queries_keys_values = {},
            .queries = projection(layers, {queries()}),
            .keys_values = projection(layers, {keys(), values()}),
            .output = output(layers),
            .score = additive_score(layers),
            .norm = norm(block, its_norm)};
  }

  SsruWeights ssru(const Parameters& block, const std::string& name,
                   const std::string& its_norm) const {
    const auto size = options_.d_model;
    return {.candidates_gates =
                block.of(name).linear({{"W", size, false}, {"W_f", size, true}}, size, precision_),
            .norm = norm(block, its_norm)};
  }

  FeedForwardWeights feed_forward(const Parameters& block, const std::string& its_norm) const {
    const auto layers = block.of("ffn");
    return {
        .inner = layers.linear({{"dense1", options_.ffn_size, true}}, options_.d_model, precision_),
        .outer = layers.linear({{"dense2", options_.d_model, true}}, options_.ffn_size, precision_),
        .norm = norm(block, its_norm)};
  }

  const model::TransformerOptions& options_;
  const math::AttentionHeads& heads_;
  Precision precision_;
};

std::shared_ptr<PositionTable> positions_of(const Parameters& stack,
                                            const model::TransformerOptions& options) {
  if (options.positions == model::Positions::learned) {
    const auto table =
        stack.matrix("positions.pos_embedding.weight", options.max_length, options.d_model);
    return std::make_shared<PositionTable>(options.d_model, [table](int64_t count) {
      model::check_learned_positions(count, table.rows());
      return table.copy();
    });
  }
  return sinusoidal_positions(options.d_model, model::sinusoid_layout(options.positions));
}

/// The weights of a stack, except its blocks and embedding.
StackWeights stack_of(const Parameters& stack, const model::TransformerOptions& options) {
  StackWeights weights;
  weights.positions = positions_of(stack, options);
  if (options.norm_input) weights.input_norm = stack.norm("norm_input", options.d_model);
  if (options.norm == nn::Norm::pre) weights.last_norm = stack.norm("norm", options.d_model);
  return weights;
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
                                       const WeightsToPack& from)
    : options(its_options),
      heads(heads_of(options)),
      activation(options.activation),
      alignment(from.alignment),
      alignment_layer(alignment.layer_of(options.decoder_layers, options.heads)) {
  const auto& all = from.all;
  const auto& vocabularies = from.vocabularies;
  const auto precision = from.precision;
  const auto of_encoder = all.of("encoder"), of_decoder = all.of("decoder");
  const Blocks blocks(options, heads, precision);
  const auto tied = options.tied_embeddings;
  output_layer = engine::output_layer(of_decoder, tied != model::TiedEmbeddings::none,
                                      vocabularies.target, options.d_model, precision);

  decoder = stack_of(of_decoder, options);
  decoder.embedding = of_decoder.matrix("embedding.weight", vocabularies.target, options.d_model);
  for (int64_t layer = 0; layer < options.decoder_layers; ++layer) {
    decoder.blocks.push_back(blocks.of_decoder(of_decoder.of(str("blks.block", layer))));
  }

  encoder = stack_of(of_encoder, options);
  encoder.embedding =
      tied == model::TiedEmbeddings::all
          ? decoder.embedding
          : of_encoder.matrix("embedding.weight", vocabularies.source, options.d_model);
  for (int64_t layer = 0; layer < options.encoder_layers; ++layer) {
    encoder.blocks.push_back(blocks.of_encoder(of_encoder.of(str("blks.block", layer))));
  }
}

}  // namespace regard::engine
