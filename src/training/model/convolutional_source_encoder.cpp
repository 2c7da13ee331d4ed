#include "model/convolutional_source_encoder.h"

#include <cmath>

#include "model/rnn_encoder.h"
#include "nn/mask.h"
#include "nn/positional_encoding.h"
#include "ops/dropout.h"

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
  const int64_t kinds = options.cell == ops::CellName::lstm ? 2 : 1;  // hidden, cell
  start = register_module("start", nn::Linear(size, kinds * options.layers * size));
}

nn::RecurrentOutput ConvolutionalSourceEncoderImpl::forward(const torch::Tensor& source,
                                                            const torch::Tensor& lengths) {
  const auto vectors = embedding(source);  // (batch, source, embedding_size)
  const int64_t size = vectors.size(2);
  const auto positions = nn::sinusoidal_positions(0, source.size(1), size, vectors.options());
  const auto input =
      ops::seeded_dropout(torch::add(positions, vectors, std::sqrt(static_cast<double>(size))),
                          dropout_, is_training());
  const auto states =
      convolutions(projection(input), nn::length_mask(lengths, source.size(1)));  // 0 at padding
  const auto mean = states.sum(1) / lengths.unsqueeze(1);
  const auto first = start(mean).tanh().chunk(start->weight.size(0) / states.size(2), 1);
  ops::RecurrentState state(
      static_cast<size_t>(layers_));  // hidden of each layer, then the cells of an LSTM
  for (size_t i = 0; i < first.size(); ++i)
    (i < state.size() ? state[i].hidden : state[i - state.size()].cell) = first[i];
  return {states.transpose(0, 1), state};
}

}  // namespace regard::model
