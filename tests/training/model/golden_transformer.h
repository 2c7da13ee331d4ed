#pragma once
#include "model/transformer.h"
#include "nn/mask.h"
#include "support/golden_tensors.h"

namespace regard::model {

inline TransformerOptions golden_transformer_options(const test::TensorCase& golden) {
  TransformerOptions options;
  options.d_model = golden.option<int64_t>("num_hiddens");
  options.heads = golden.option<int64_t>("num_heads");
  options.ffn_size = golden.option<int64_t>("ffn_num_hiddens");
  options.encoder_layers = options.decoder_layers = golden.option<int64_t>("num_layers");
  options.dropout = 0.0;
  options.norm = golden.option("prenorm", false) ? nn::Norm::pre : nn::Norm::post;
  options.bias = golden.option("bias", false);
  return options;
}

inline nn::DecoderMasks masks_of(const torch::Tensor& target, const torch::Tensor& memory_mask) {
  return {.self = nn::causal_mask(target.size(1), target.size(1), target.device()),
          .memory = memory_mask};
}

}  // namespace regard::model
