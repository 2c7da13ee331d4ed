#include "nn/transformer_decoder_block.h"

namespace regard::nn {

TransformerDecoderBlockImpl::TransformerDecoderBlockImpl(const TransformerBlockOptions& options) {
  attention1 = register_module("attention1", MultiHeadAttention(options.attention()));
  addnorm1 = register_module("addnorm1", AddNorm(options.add_norm()));
  attention2 = register_module("attention2", MultiHeadAttention(options.attention()));
  addnorm2 = register_module("addnorm2", AddNorm(options.add_norm()));
  ffn = register_module("ffn", FeedForward(options.feed_forward()));
  addnorm3 = register_module("addnorm3", AddNorm(options.add_norm()));
}

KeysValues TransformerDecoderBlockImpl::project_memory(const torch::Tensor& states) {
  return attention2->project(states, states);
}

DecoderBlockOutput TransformerDecoderBlockImpl::forward(const torch::Tensor& x, KeysValues& past,
                                                        const KeysValues& memory,
                                                        const DecoderMasks& masks,
                                                        WantedWeights wanted) {
  const bool want_weights = wanted == WantedWeights::all;
  DecoderBlockOutput output;
  const auto self_attended = addnorm1->around(x, [&](const torch::Tensor& y) {
    auto result = attention1->attend_to_itself(y, past, masks.self, want_weights);
    output.self_weights = result.weights;
    return result.context;
  });
  const auto cross_attended = addnorm2->around(self_attended, [&](const torch::Tensor& y) {
    auto result = attention2->attend(y, memory, masks.memory, want_weights);
    output.cross_weights = result.weights;
    if (wanted == WantedWeights::first_cross) {
      output.cross_weights = attention2->weights_of_first_head(y, memory, masks.memory);
    }
    return result.context;
  });
  output.states = addnorm3->around(cross_attended, [&](const torch::Tensor& y) { return ffn(y); });
  return output;
}

}  // namespace regard::nn
