#include "model/rnn_context.h"

#include "nn/linear.h"
#include "ops/dropout.h"
#include "ops/probe.h"

namespace regard::model {

RnnContextDecoderImpl::RnnContextDecoderImpl(const RnnOptions& options, int64_t vocab)
    : dropout_(options.on_embeddings()) {
  embedding = register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  rnn = register_module("rnn", nn::Recurrent(recurrent_options(
                                   options, options.embedding_size + options.hidden_size)));
  const auto tied =
      options.tied_embeddings == TiedEmbeddings::none ? torch::Tensor() : embedding->weight;
  dense = register_module("dense", nn::OutputLayer(options.hidden_size, vocab, tied));
}

nn::RecurrentOutput RnnContextDecoderImpl::forward(const torch::Tensor& target,
                                                   const torch::Tensor& context,
                                                   const ops::RecurrentState& state) {
  const ops::ProbeScope scope("decoder");
  const auto embedded =  // (target, batch, size)
      ops::seeded_dropout(REGARD_OBSERVED("embedding", embedding(target.t())), dropout_,
                          is_training());
  const auto repeated = context.expand({target.size(1), -1, -1});
  return rnn(torch::cat({embedded, repeated}, -1), torch::Tensor(), state);
}

RnnContext::RnnContext(const Options& options, int64_t source_vocab, int64_t target_vocab,
                       bool shared_vocab)
    : options_(options) {
  check(options);
  check_tied_vocabularies(options.tied_embeddings, source_vocab, target_vocab, shared_vocab);
  decoder = RnnContextDecoder(options, target_vocab);
  const auto shared = options.tied_embeddings == TiedEmbeddings::all
                          ? decoder->embedding
                          : torch::nn::Embedding(nullptr);
  encoder = register_module("encoder", RnnEncoder(options, source_vocab, shared));
  register_module("decoder", decoder);
  bridge = register_module("bridge", RnnBridge(options));
  nn::initialize(*this);
}

Memory RnnContext::encode(const torch::Tensor& source, const torch::Tensor& source_lengths) {
  return remember(encoder(source, source_lengths), source_lengths);
}

Memory RnnContext::remember(const nn::RecurrentOutput& encoded,
                            const torch::Tensor& source_lengths) {
  return {encoded.states.transpose(0, 1), source_lengths, RnnState{bridge(encoded.last)}};
}

DecoderState RnnContext::start(const Memory& memory) { return {memory.own, 0}; }

nn::RecurrentOutput RnnContext::run(const torch::Tensor& target, const Memory& memory,
                                    const DecoderState& state) {
  const auto& context =
      REGARD_OBSERVED("source context", memory.own.as<RnnState>().layers.back().hidden);
  auto output = decoder(target, context, state.own.as<RnnState>().layers);
  output.states =
      ops::seeded_dropout(output.states.transpose(0, 1), options_.on_readout(), is_training());
  return output;
}

torch::Tensor RnnContext::decode_states(const torch::Tensor& target_input, const Memory& memory) {
  return run(target_input, memory, start(memory)).states;
}

StepOutput RnnContext::step(const torch::Tensor& previous, const Memory& memory,
                            DecoderState& state, bool /*want_attention*/) {
  const auto output = run(previous.unsqueeze(1), memory, state);
  state.own = RnnState{output.last};
  ++state.position;
  return {project(output.states.squeeze(1)), {}};
}

}  // namespace regard::model
