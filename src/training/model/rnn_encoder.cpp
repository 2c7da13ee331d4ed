#include "model/rnn_encoder.h"

#include <cmath>

#include "nn/mask.h"
#include "nn/positional_encoding.h"
#include "ops/dropout.h"
#include "ops/probe.h"
#include "regard/base/str.h"

namespace regard::model {

ConvolutionalSourceEncoderImpl::ConvolutionalSourceEncoderImpl(const RnnOptions& options,
                                                               int64_t kernel, int64_t vocab,
                                                               const torch::nn::Embedding& shared)
    : dropout_(options.on_embeddings()), layers_(options.layers) {
  const int64_t size = options.hidden_size;
  embedding =
      shared ? shared
             : register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  projection = register_module("projection", nn::Linear(options.embedding_size, size));
  convolutions =
      register_module("convolutions", nn::ConvolutionalEncoder(nn::ConvolutionalEncoderOptions{
                                          .size = size,
                                          .layers = options.layers,
                                          .kernel = kernel,
                                          .dropout = options.between_layers()}));
  const int64_t kinds = options.cell == ops::CellName::lstm ? 2 : 1;  // hidden state, cell
  start = register_module("start", nn::Linear(size, kinds * options.layers * size));
}

nn::RecurrentOutput ConvolutionalSourceEncoderImpl::forward(const torch::Tensor& source,
                                                            const torch::Tensor& lengths) {
  const ops::ProbeScope scope("encoder");
  const auto vectors =  // (batch, source, embedding_size)
      REGARD_OBSERVED("source embedding", embedding(source));
  const int64_t size = vectors.size(2);
  const auto positions = REGARD_OBSERVED(
      "source positions", nn::sinusoidal_positions(0, source.size(1), size, vectors.options()));
  const double scale = std::sqrt(static_cast<double>(size));
  if (ops::Recording::is_on())  // else the sum below scales them
    REGARD_OBSERVED("scaled source embedding", vectors * scale);
  const auto sum = REGARD_OBSERVED("source input", torch::add(positions, vectors, scale));
  const auto input = ops::seeded_dropout(sum, dropout_, is_training());
  const auto mask = nn::length_mask(lengths, source.size(1));
  const auto states =  // 0 at padding
      REGARD_OBSERVED("convolutions", convolutions(projection(input), mask));
  const auto mean = states.sum(1) / lengths.unsqueeze(1);
  const auto first = start(mean).tanh().chunk(start->weight.size(0) / states.size(2), 1);
  ops::RecurrentState state(
      static_cast<size_t>(layers_));  // hidden state of each layer, then the cells of an LSTM
  for (size_t i = 0; i < first.size(); ++i)
    (i < state.size() ? state[i].hidden : state[i - state.size()].cell) = first[i];
  return {states.transpose(0, 1), state};
}

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
  const ops::ProbeScope scope("encoder");
  return rnn(ops::seeded_dropout(REGARD_OBSERVED("embedding", embedding(source.t())), dropout_,
                                 is_training()),
             lengths);
}

SourceEncoder make_source_encoder(const RnnAttentionOptions& options, int64_t vocab,
                                  const torch::nn::Embedding& shared) {
  if (options.encoder == SourceReading::recurrent) return RnnEncoder(options, vocab, shared).ptr();
  return ConvolutionalSourceEncoder(options, options.kernel, vocab, shared).ptr();
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
  ops::RecurrentState first(hidden_.empty() ? last.size() : hidden_.size());
  for (size_t layer = 0; layer < first.size(); ++layer) {
    const ops::ProbeScope scope("layer", static_cast<int64_t>(layer));
    if (hidden_.empty()) {
      first[layer].hidden = REGARD_OBSERVED("first state", last[layer].hidden);
      if (last[layer].cell.defined()) {
        first[layer].cell = REGARD_OBSERVED("first cell", last[layer].cell);
      }
      continue;
    }
    const auto &forward = last[2 * layer], &backward = last[2 * layer + 1];
    first[layer].hidden =
        REGARD_OBSERVED("first state of both directions",
                        hidden_[layer](torch::cat({forward.hidden, backward.hidden}, -1)).tanh());
    if (cell_.empty()) continue;
    first[layer].cell = REGARD_OBSERVED(
        "first cell", cell_[layer](torch::cat({forward.cell, backward.cell}, -1)).tanh());
  }
  return first;
}

}  // namespace regard::model
