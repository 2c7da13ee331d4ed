#include "model/rnn_lm.h"

#include "architecture/architectures.h"
#include "model/rnn_encoder.h"
#include "nn/linear.h"
#include "nn/truncation.h"
#include "ops/dropout.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {
namespace {

ops::Cell cell(const RnnLmOptions& options) { return ops::cell_of(options.cell, options.reset); }

}  // namespace

RnnLm::RnnLm(const Options& options, int64_t vocab) : options_(options), vocab_(vocab) {
  check(options);
  const bool one_hot = options.input == TokenInput::one_hot;
  if (!one_hot) {
    embedding = register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  }
  rnn = register_module("rnn", nn::Recurrent(nn::RecurrentOptions{
                                   .cell = cell(options),
                                   .input_size = one_hot ? vocab : options.embedding_size,
                                   .hidden_size = options.hidden_size,
                                   .layers = options.layers,
                                   .dropout = options.dropout}));
  const auto shared = options.tied ? embedding->weight : torch::Tensor();
  linear = register_module("linear", nn::OutputLayer(options.hidden_size, vocab, shared));
  nn::initialize(*this);
}

DecoderState RnnLm::start(int64_t rows) {
  const auto layer =
      ops::CellState::zeros(cell(options_), rows, options_.hidden_size, linear->weight.options());
  return {RnnState{ops::RecurrentState(static_cast<size_t>(options_.layers), layer)}, 0};
}

// (steps, rows), int64 -> (steps, rows, input_size)
torch::Tensor RnnLm::read(const torch::Tensor& input) {
  if (!embedding) return torch::one_hot(input, vocab_).to(linear->weight.scalar_type());
  return ops::seeded_dropout(embedding(input), options_.dropout, is_training());
}

torch::Tensor RnnLm::states(const torch::Tensor& input, DecoderState& state,
                            std::span<const double> gradient_factors) {
  const auto& first = state.own.as<RnnState>().layers;
  const auto read_input = read(input.t());
  const auto output = gradient_factors.empty()
                          ? rnn(read_input, torch::Tensor(), first)
                          : nn::forward_truncated(rnn, read_input, first, gradient_factors);
  state = {RnnState{output.last}, state.position + input.size(1)};
  return ops::seeded_dropout(output.states.transpose(0, 1), options_.dropout, is_training());
}

std::shared_ptr<LanguageModel> RnnLmRow::make(const Options& options, int64_t vocab) {
  return std::make_shared<RnnLm>(options, vocab);
}

}  // namespace regard::model
