#include "nn/transformer_block.h"

namespace regard::nn {

MultiHeadAttentionOptions TransformerBlockOptions::attention() const {
  return {.query_size = size,
          .key_size = size,
          .value_size = size,
          .hidden_size = size,
          .heads = heads,
          .dropout = attention_dropout,
          .bias = bias,
          .key_width = key_width,
          .value_width = value_width,
          .score = score};
}

FeedForwardOptions TransformerBlockOptions::feed_forward() const {
  return {.input_size = size,
          .hidden_size = ffn_size,
          .output_size = size,
          .activation = activation,
          .dropout = activation_dropout};
}

AddNormOptions TransformerBlockOptions::add_norm() const {
  return {.normalized_shape = {size},
          .dropout = dropout,
          .pre_norm = pre_norm,
          .epsilon = norm_epsilon};
}

TransformerEncoderBlockImpl::TransformerEncoderBlockImpl(const TransformerBlockOptions& options) {
  attention = register_module("attention", MultiHeadAttention(options.attention()));
  addnorm1 = register_module("addnorm1", AddNorm(options.add_norm()));
  ffn = register_module("ffn", FeedForward(options.feed_forward()));
  addnorm2 = register_module("addnorm2", AddNorm(options.add_norm()));
}

EncoderBlockOutput TransformerEncoderBlockImpl::extend(const torch::Tensor& x, KeysValues& past,
                                                       const ops::AttentionMask& mask,
                                                       bool want_weights) {
  EncoderBlockOutput output;
  const auto attended = addnorm1->around("self-attention", x, [&](const torch::Tensor& y) {
    auto result = attention->attend_to_itself(y, past, mask, want_weights);
    output.weights = result.weights;
    return result.context;
  });
  output.states =
      addnorm2->around("feed-forward", attended, [&](const torch::Tensor& y) { return ffn(y); });
  return output;
}

TransformerDecoderBlockImpl::TransformerDecoderBlockImpl(const TransformerBlockOptions& options) {
  if (options.autoregression == Autoregression::ssru) {
    ssru = register_module("ssru", Ssru(options.size));
  } else {
    attention1 = register_module("attention1", MultiHeadAttention(options.attention()));
  }
  addnorm1 = register_module("addnorm1", AddNorm(options.add_norm()));
  attention2 = register_module("attention2", MultiHeadAttention(options.attention()));
  addnorm2 = register_module("addnorm2", AddNorm(options.add_norm()));
  ffn = register_module("ffn", FeedForward(options.feed_forward()));
  addnorm3 = register_module("addnorm3", AddNorm(options.add_norm()));
}

KeysValues TransformerDecoderBlockImpl::project_memory(const torch::Tensor& states) {
  const ops::ProbeScope scope("cross-attention");
  return attention2->project(states, states);
}

DecoderBlockOutput TransformerDecoderBlockImpl::forward(const torch::Tensor& x, DecoderPast& past,
                                                        const KeysValues& memory,
                                                        const DecoderMasks& masks,
                                                        WantedWeights wanted) {
  const bool want_weights = wanted == WantedWeights::all;
  DecoderBlockOutput output;
  const auto* name = ssru ? "recurrence" : "self-attention";
  const auto with_past = addnorm1->around(name, x, [&](const torch::Tensor& y) {
    if (ssru) return ssru(y, past.recurrent, masks.self);
    auto result = attention1->attend_to_itself(y, past.attended, masks.self, want_weights);
    output.self_weights = result.weights;
    return result.context;
  });
  const auto cross_attended =
      addnorm2->around("cross-attention", with_past, [&](const torch::Tensor& y) {
        auto result = attention2->attend(y, memory, masks.memory, want_weights);
        output.cross_weights = result.weights;
        if (wanted == WantedWeights::first_cross) {
          output.cross_weights = attention2->weights_of_first_head(y, memory, masks.memory);
        }
        return result.context;
      });
  output.states = addnorm3->around("feed-forward", cross_attended,
                                   [&](const torch::Tensor& y) { return ffn(y); });
  return output;
}

}  // namespace regard::nn
