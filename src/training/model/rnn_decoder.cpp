#include "model/rnn_decoder.h"

#include "model/rnn_encoder.h"
#include "ops/affine.h"
#include "ops/dropout.h"
#include "ops/probe.h"

namespace regard::model {

RnnDecoderParts::RnnDecoderParts(const RnnOptions& options, int64_t vocab)
    : dropout_(options.on_embeddings()) {
  embedding = register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
}

void RnnDecoderParts::add_layers(const RnnOptions& options, int64_t context_size) {
  rnn = register_module(
      "rnn", nn::Recurrent(recurrent_options(options, context_size + options.embedding_size)));
}

void RnnDecoderParts::add_output(const RnnOptions& options, int64_t size) {
  const auto tied =
      options.tied_embeddings == TiedEmbeddings::none ? torch::Tensor() : embedding->weight;
  dense = register_module("dense", nn::OutputLayer(size, embedding->weight.size(0), tied));
}

torch::Tensor RnnDecoderParts::embed(const torch::Tensor& target) {
  return ops::seeded_dropout(REGARD_OBSERVED("embedding", embedding(target.t())), dropout_,
                             is_training());
}

RnnDecoderImpl::RnnDecoderImpl(const RnnAttentionOptions& options, int64_t vocab,
                               int64_t memory_size)
    : RnnDecoderParts(options, vocab),
      options_(options),
      attender_(make_attender(options, memory_size)) {
  if (const auto weights = attender_->weights()) register_module("attention", weights);
  const int64_t context_size = attender_->context_size();
  add_layers(options, context_size);
  if (options.readout == Readout::paper) {
    readout = register_module("readout", nn::MaxoutReadout(nn::MaxoutReadoutOptions{
                                             .state_size = options.hidden_size,
                                             .embedding_size = options.embedding_size,
                                             .context_size = context_size,
                                             .size = readout_size(options)}));
  }
  add_output(options, readout_size(options));
}

AttendedMemory RnnDecoderImpl::project_memory(const torch::Tensor& states,
                                              const torch::Tensor& mask) {
  const ops::ProbeScope scope("decoder");
  return attender_->project(states, mask);
}

RnnDecoderOutput RnnDecoderImpl::forward(const torch::Tensor& target, const AttendedMemory& memory,
                                         const ops::RecurrentState& first, bool want_attention) {
  const ops::ProbeScope scope("decoder");
  const auto embedded = embed(target);  // (target, batch, size)
  // W_ih [c; y] = W_c c + W_y y. The second term does not depend on the previous step, so it is
  // computed for all steps at once.
  const auto& layers = rnn->weights();
  const auto &weight = layers.front().input_weight, &bias = layers.front().input_bias;
  const int64_t embedding_size = embedded.size(2), context_size = weight.size(1) - embedding_size;
  const auto gates = ops::affine(embedded, weight.narrow(1, context_size, embedding_size), bias);
  const ops::DecoderWeights weights{.cell = rnn->options().cell,
                                    .context = weight.narrow(1, 0, context_size),
                                    .layers = layers,
                                    .dropout = is_training() ? rnn->options().dropout : 0.0};
  const auto [states, contexts, attention, last] =
      attender_->run(gates, memory, weights, first, is_training());
  RnnDecoderOutput output{
      .states = states, .attention = want_attention ? attention : torch::Tensor(), .last = last};
  if (readout) {  // the paper's output layer reads the states before each step
    const auto before =
        torch::cat({first.back().hidden.unsqueeze(0), states.narrow(0, 0, states.size(0) - 1)});
    output.states = readout(before, embedded, contexts);
  }
  output.states = output.states.transpose(0, 1);
  return output;
}

}  // namespace regard::model
