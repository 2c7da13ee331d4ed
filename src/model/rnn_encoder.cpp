#include "regard/model/rnn_encoder.h"

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/nn/dropout.h"

namespace regard::model {

void check_tied_sizes(const RnnOptions& options, int64_t size, const std::string& remedy) {
  if (options.tied_embeddings == "none" || options.embedding_size == size) return;
  throw Error(
      str("is ", options.tied_embeddings, ", but model.embedding_size (", options.embedding_size,
          ") is not the size that the output layer reads (", size, ")"),
      "model.tied_embeddings", remedy);
}

RnnEncoderImpl::RnnEncoderImpl(const RnnOptions& options, int64_t vocab,
                               const torch::nn::Embedding& shared)
    : dropout_(options.dropout) {
  embedding =
      shared ? shared
             : register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  rnn = register_module("rnn",
                        nn::Recurrent(nn::RecurrentOptions{.cell = nn::cell_from_name(options.cell),
                                                           .input_size = options.embedding_size,
                                                           .hidden_size = options.hidden_size,
                                                           .layers = options.layers,
                                                           .bidirectional = options.bidirectional,
                                                           .dropout = options.dropout}));
}

nn::RecurrentOutput RnnEncoderImpl::forward(const torch::Tensor& source,
                                            const torch::Tensor& lengths) {
  return rnn(nn::seeded_dropout(embedding(source.t()), dropout_, is_training()), lengths);
}

RnnBridgeImpl::RnnBridgeImpl(const RnnOptions& options) {
  if (!options.bidirectional) return;
  const auto layers = [&](const char* name) {
    std::vector<nn::Linear> linear;
    for (int64_t layer = 0; layer < options.layers; ++layer) {
      linear.push_back(register_module(str(name, "_l", layer),
                                       nn::Linear(2 * options.hidden_size, options.hidden_size)));
    }
    return linear;
  };
  hidden_ = layers("hidden");
  if (options.cell == "lstm") cell_ = layers("cell");
}

nn::RecurrentState RnnBridgeImpl::forward(const nn::RecurrentState& last) {
  if (hidden_.empty()) return last;
  nn::RecurrentState first(hidden_.size());
  for (size_t layer = 0; layer < first.size(); ++layer) {
    const auto &forward = last[2 * layer], &backward = last[2 * layer + 1];
    first[layer].hidden = hidden_[layer](torch::cat({forward.hidden, backward.hidden}, -1)).tanh();
    if (cell_.empty()) continue;
    first[layer].cell = cell_[layer](torch::cat({forward.cell, backward.cell}, -1)).tanh();
  }
  return first;
}

std::vector<torch::Tensor> tensors_of(const nn::RecurrentState& state) {
  std::vector<torch::Tensor> tensors;
  for (const auto& layer : state) tensors.push_back(layer.hidden);
  for (const auto& layer : state) {
    if (layer.cell.defined()) tensors.push_back(layer.cell);
  }
  return tensors;
}

nn::RecurrentState state_of(const std::vector<torch::Tensor>& tensors, int64_t layers) {
  const auto count = static_cast<size_t>(layers);
  nn::RecurrentState state(count);
  for (size_t i = 0; i < tensors.size(); ++i)
    (i < count ? state[i].hidden : state[i - count].cell) = tensors[i];
  return state;
}

}  // namespace regard::model
