#include "model/rnn_encoder.h"

#include "ops/dropout.h"
#include "regard/base/str.h"

namespace regard::model {

nn::RecurrentOptions recurrent_options(const RnnOptions& options, int64_t input_size,
                                       bool bidirectional) {
  return {.cell = ops::cell_of(options.cell, options.reset),
          .input_size = input_size,
          .hidden_size = options.hidden_size,
          .layers = options.layers,
          .bidirectional = bidirectional,
          .dropout = options.between_layers()};
}

RnnEncoderImpl::RnnEncoderImpl(const RnnOptions& options, int64_t vocab,
                               const torch::nn::Embedding& shared)
    : dropout_(options.on_embeddings()) {
  embedding =
      shared ? shared
             : register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  rnn = register_module("rnn", nn::Recurrent(recurrent_options(options, options.embedding_size,
                                                               options.bidirectional)));
}

nn::RecurrentOutput RnnEncoderImpl::forward(const torch::Tensor& source,
                                            const torch::Tensor& lengths) {
  return rnn(ops::seeded_dropout(embedding(source.t()), dropout_, is_training()), lengths);
}

RnnBridgeImpl::RnnBridgeImpl(const RnnOptions& options) {
  if (!options.bidirectional) return;
  const auto layers = [&](const char* name) {
    std::vector<nn::Linear> linear;
    for (int64_t layer = 0; layer < options.layers; ++layer) {
      linear.emplace_back(register_module(
          str(name, "_l", layer), nn::Linear(2 * options.hidden_size, options.hidden_size)));
    }
    return linear;
  };
  hidden_ = layers("hidden");
  if (options.cell == ops::CellName::lstm) cell_ = layers("cell");
}

ops::RecurrentState RnnBridgeImpl::forward(const ops::RecurrentState& last) {
  if (hidden_.empty()) return last;
  ops::RecurrentState first(hidden_.size());
  for (size_t layer = 0; layer < first.size(); ++layer) {
    const auto &forward = last[2 * layer], &backward = last[2 * layer + 1];
    first[layer].hidden = hidden_[layer](torch::cat({forward.hidden, backward.hidden}, -1)).tanh();
    if (cell_.empty()) continue;
    first[layer].cell = cell_[layer](torch::cat({forward.cell, backward.cell}, -1)).tanh();
  }
  return first;
}

}  // namespace regard::model
