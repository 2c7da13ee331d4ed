#include "model/rnn_attention.h"

#include "nn/linear.h"
#include "nn/mask.h"
#include "ops/dropout.h"
#include "ops/sentence_rows.h"

namespace regard::model {

RnnAttention::RnnAttention(const Options& options, int64_t source_vocab, int64_t target_vocab,
                           bool shared_vocab)
    : options_(options) {
  check(options);
  check_tied_vocabularies(options.tied_embeddings, source_vocab, target_vocab, shared_vocab);
  const int64_t memory_size = (options.bidirectional ? 2 : 1) * options.hidden_size;
  decoder = RnnDecoder(options, target_vocab, memory_size);
  const auto shared = options.tied_embeddings == TiedEmbeddings::all
                          ? decoder->embedding
                          : torch::nn::Embedding(nullptr);
  if (options.encoder == SourceReading::convolutional) {
    convolutional_encoder = register_module(
        "encoder", ConvolutionalSourceEncoder(options, options.kernel, source_vocab, shared));
  } else {
    encoder = register_module("encoder", RnnEncoder(options, source_vocab, shared));
  }
  register_module("decoder", decoder);
  bridge = register_module("bridge", RnnBridge(options));
  nn::initialize(*this);
}

Memory RnnAttention::encode(const torch::Tensor& source, const torch::Tensor& source_lengths) {
  return remember(convolutional_encoder ? convolutional_encoder(source, source_lengths)
                                        : encoder(source, source_lengths),
                  source_lengths);
}

Memory RnnAttention::remember(const nn::RecurrentOutput& encoded,
                              const torch::Tensor& source_lengths) {
  Memory memory{encoded.states.transpose(0, 1).contiguous(), source_lengths, {}};
  const auto mask = nn::length_mask(source_lengths, memory.source()).unsqueeze(1);
  memory.own = RnnMemory{decoder->project_memory(memory.states, mask), {bridge(encoded.last)}};
  return memory;
}

DecoderState RnnAttention::start(const Memory& memory) {
  return {memory.own.as<RnnMemory>().first, 0};
}

RnnDecoderOutput RnnAttention::run(const torch::Tensor& target, const Memory& memory,
                                   const DecoderState& state, bool want_attention) {
  auto output = decoder(target, memory.own.as<RnnMemory>().attended,
                        state.own.as<RnnState>().layers, want_attention);
  output.states = ops::seeded_dropout(output.states, options_.on_readout(), is_training());
  return output;
}

torch::Tensor RnnAttention::decode_states(const torch::Tensor& target_input, const Memory& memory) {
  return run(target_input, memory, start(memory), false).states;
}

TokenStates RnnAttention::states_of_tokens(const torch::Tensor& source,
                                           const torch::Tensor& source_lengths,
                                           const torch::Tensor& target_input,
                                           const torch::Tensor& target_lengths,
                                           bool want_guidable) {
  const auto memory = encode(source, source_lengths);
  const auto output = run(target_input, memory, start(memory), want_guidable);
  TokenStates result{ops::SentenceRows(target_lengths, target_input.size(1)).pack(output.states),
                     {}};
  if (want_guidable) result.guidable.push_back(output.attention.narrow(1, 0, 1));
  return result;
}

StepOutput RnnAttention::step(const torch::Tensor& previous, const Memory& memory,
                              DecoderState& state, bool want_attention) {
  const auto output = run(previous.unsqueeze(1), memory, state, want_attention);
  state.own = RnnState{output.last};
  ++state.position;
  return {project(output.states.squeeze(1)),
          want_attention ? output.attention.mean(1).squeeze(1) : torch::Tensor()};  // over heads
}

std::vector<AttentionMap> RnnAttention::attention(const torch::Tensor& source,
                                                  const torch::Tensor& source_lengths,
                                                  const torch::Tensor& target_input) {
  const auto memory = encode(source, source_lengths);
  return {{.weights = run(target_input, memory, start(memory), true).attention}};
}

}  // namespace regard::model
