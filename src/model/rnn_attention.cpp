#include "regard/model/rnn_attention.h"

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/nn/dot_product_attention.h"
#include "regard/nn/dropout.h"
#include "regard/nn/initialize.h"
#include "regard/nn/mask.h"

namespace regard::model {
namespace {

// A state as tensors with rows first, and back: hidden of each layer, then cells.
std::vector<torch::Tensor> tensors_of(const nn::RecurrentState& state) {
  std::vector<torch::Tensor> tensors;
  for (const auto& layer : state) tensors.push_back(layer.hidden);
  for (const auto& layer : state) {
    if (layer.cell.defined()) tensors.push_back(layer.cell);
  }
  return tensors;
}

nn::RecurrentState state_of(const std::vector<torch::Tensor>& tensors, size_t layers) {
  nn::RecurrentState state(layers);
  for (size_t i = 0; i < tensors.size(); ++i)
    (i < layers ? state[i].hidden : state[i - layers].cell) = tensors[i];
  return state;
}

}  // namespace

void check(const RnnAttentionOptions& options) {
  if (options.tied_embeddings != "none" && options.embedding_size != options.hidden_size) {
    throw Error(
        str("is ", options.tied_embeddings, ", but model.embedding_size (", options.embedding_size,
            ") is not model.hidden_size (", options.hidden_size, ")"),
        "model.tied_embeddings", "make the two sizes equal, or use none");
  }
  if (options.attention == "dot" && options.bidirectional) {
    throw Error(
        "is dot, but the states of a bidirectional encoder are twice as long as "
        "the decoder's",
        "model.attention", "use additive, or bidirectional: false");
  }
}

RnnEncoderImpl::RnnEncoderImpl(const RnnAttentionOptions& options, int64_t vocab,
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

RnnDecoderImpl::RnnDecoderImpl(const RnnAttentionOptions& options, int64_t vocab,
                               int64_t memory_size)
    : dropout_(options.dropout) {
  embedding = register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  if (options.attention == "additive") {
    attention = register_module("attention", nn::AdditiveAttention(nn::AdditiveAttentionOptions{
                                                 .query_size = options.hidden_size,
                                                 .key_size = memory_size,
                                                 .hidden_size = options.hidden_size,
                                                 .dropout = options.dropout}));
  }
  rnn = register_module(
      "rnn", nn::Recurrent(nn::RecurrentOptions{.cell = nn::cell_from_name(options.cell),
                                                .input_size = memory_size + options.embedding_size,
                                                .hidden_size = options.hidden_size,
                                                .layers = options.layers,
                                                .dropout = options.dropout}));
  const auto tied = options.tied_embeddings == "none" ? torch::Tensor() : embedding->weight;
  dense = register_module("dense", nn::OutputLayer(options.hidden_size, vocab, tied));
}

torch::Tensor RnnDecoderImpl::project_keys(const torch::Tensor& states) {
  return attention ? attention->project_keys(states) : states;
}

RnnDecoderOutput RnnDecoderImpl::forward(const torch::Tensor& target,
                                         const RnnDecoderMemory& memory,
                                         const nn::RecurrentState& first) {
  // What does not wait for the step before is done for all steps at once: the embedding's part of
  // the first layer's gates.
  const int64_t memory_size = memory.states.size(2), embedding_size = embedding->weight.size(1);
  const auto& weight = rnn->input_weight();  // its columns: [context; embedding]
  const auto embedded =
      nn::seeded_dropout(embedding(target.t()), dropout_, is_training());  // (target, batch, size)
  const auto embedding_gates =
      torch::linear(embedded, weight.narrow(1, memory_size, embedding_size), rnn->input_bias())
          .unbind(0);
  const nn::StepLinear context_gates(weight.narrow(1, 0, memory_size));
  const nn::StepLinear project_query =
      attention ? nn::StepLinear(attention->W_q->weight) : nn::StepLinear();
  const auto stepper = rnn->stepper();

  RnnDecoderOutput output;
  output.last = first;
  std::vector<torch::Tensor> states, maps;
  for (const auto& gates : embedding_gates) {
    const auto& query = output.last.back().hidden;  // (batch, hidden_size)
    const auto attended =
        attention ? attention->attend(project_query(query).unsqueeze(1), memory.keys, memory.states,
                                      memory.mask)
                  : nn::dot_product_attention(query.unsqueeze(1), memory.keys, memory.states,
                                              memory.mask, true, is_training() ? dropout_ : 0.0);
    output.last = stepper.step(context_gates(attended.context.squeeze(1), gates), output.last);
    states.push_back(output.last.back().hidden);
    maps.push_back(attended.weights.squeeze(1));
  }
  output.states = torch::stack(states, 1);
  output.attention = torch::stack(maps, 1);
  return output;
}

RnnAttention::RnnAttention(const Options& options, int64_t source_vocab, int64_t target_vocab,
                           bool shared_vocab)
    : options_(options) {
  check(options);
  check_tied_vocabularies(options.tied_embeddings, source_vocab, target_vocab, shared_vocab);
  const int64_t memory_size = (options.bidirectional ? 2 : 1) * options.hidden_size;
  decoder = RnnDecoder(options, target_vocab, memory_size);
  const auto shared =
      options.tied_embeddings == "all" ? decoder->embedding : torch::nn::Embedding(nullptr);
  encoder = register_module("encoder", RnnEncoder(options, source_vocab, shared));
  register_module("decoder", decoder);
  if (options.bidirectional) {
    auto bridge = register_module("bridge", std::make_shared<torch::nn::Module>());
    for (const char* kind : {"hidden", "cell"}) {
      if (kind == std::string("cell") && options.cell != "lstm") continue;
      for (int64_t layer = 0; layer < options.layers; ++layer) {
        bridges_.push_back(bridge->register_module(
            str(kind, "_l", layer), torch::nn::Linear(memory_size, options.hidden_size)));
      }
    }
  }
  nn::initialize(*this);
}

Memory RnnAttention::encode(const torch::Tensor& source, const torch::Tensor& source_lengths) {
  return remember(encoder(source, source_lengths), source_lengths);
}

Memory RnnAttention::remember(const nn::RecurrentOutput& encoded,
                              const torch::Tensor& source_lengths) {
  Memory memory{encoded.states.transpose(0, 1).contiguous(), source_lengths, {}};
  memory.tensors.push_back(
      nn::length_mask(source_lengths, memory.source()).unsqueeze(1));  // (batch, 1, source)
  memory.tensors.push_back(decoder->project_keys(memory.states));
  auto first = tensors_of(encoded.last);
  if (!bridges_.empty()) {  // two directions for each layer -> one
    for (size_t i = 0; i < bridges_.size(); ++i) {
      first[i] = bridges_[i](torch::cat({first[2 * i], first[2 * i + 1]}, -1)).tanh();
    }
    first.resize(bridges_.size());
  }
  memory.tensors.insert(memory.tensors.end(), first.begin(), first.end());
  return memory;
}

RnnDecoderMemory RnnAttention::decoder_memory(const Memory& memory) const {
  return {memory.states, memory.tensors[1], memory.tensors[0]};
}

DecoderState RnnAttention::start(const Memory& memory) {
  return {{memory.tensors.begin() + 2, memory.tensors.end()}, 0};
}

torch::Tensor RnnAttention::decode_states(const torch::Tensor& target_input, const Memory& memory) {
  const auto state = state_of(start(memory).tensors, static_cast<size_t>(options_.layers));
  const auto states = decoder(target_input, decoder_memory(memory), state).states;
  return nn::seeded_dropout(states, options_.dropout, is_training());
}

torch::Tensor RnnAttention::project(const torch::Tensor& states) { return decoder->dense(states); }

StepOutput RnnAttention::step(const torch::Tensor& previous, const Memory& memory,
                              DecoderState& state, bool want_attention) {
  const auto layers = static_cast<size_t>(options_.layers);
  const auto output =
      decoder(previous.unsqueeze(1), decoder_memory(memory), state_of(state.tensors, layers));
  state.tensors = tensors_of(output.last);
  ++state.position;
  const auto logits =
      project(nn::seeded_dropout(output.states.squeeze(1), options_.dropout, is_training()));
  return {logits, want_attention ? output.attention.squeeze(1) : torch::Tensor()};
}

}  // namespace regard::model
