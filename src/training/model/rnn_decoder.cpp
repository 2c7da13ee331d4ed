#include "model/rnn_decoder.h"

#include "ops/affine.h"
#include "ops/attention_recurrence.h"
#include "ops/dropout.h"
#include "ops/head_attention.h"
#include "ops/probe.h"

namespace regard::model {

RnnDecoderImpl::RnnDecoderImpl(const RnnAttentionOptions& options, int64_t vocab,
                               int64_t memory_size)
    : options_(options) {
  embedding = register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  int64_t context_size = memory_size;
  if (options.attention == RnnAttentionScore::additive) {
    additive_ = register_module("attention", nn::AdditiveAttention(nn::AdditiveAttentionOptions{
                                                 .query_size = options.hidden_size,
                                                 .key_size = memory_size,
                                                 .hidden_size = options.hidden_size,
                                                 .dropout = options.on_attention()}));
  } else if (options.attention == RnnAttentionScore::multi_head) {
    multi_head_ = register_module("attention", nn::MultiHeadAttention(nn::MultiHeadAttentionOptions{
                                                   .query_size = options.hidden_size,
                                                   .key_size = memory_size,
                                                   .value_size = memory_size,
                                                   .hidden_size = options.hidden_size,
                                                   .heads = options.heads,
                                                   .dropout = options.on_attention()}));
    context_size = options.hidden_size;
  }
  rnn = register_module(
      "rnn", nn::Recurrent(recurrent_options(options, context_size + options.embedding_size)));
  if (options.readout == Readout::paper) {
    readout = register_module("readout", nn::MaxoutReadout(nn::MaxoutReadoutOptions{
                                             .state_size = options.hidden_size,
                                             .embedding_size = options.embedding_size,
                                             .context_size = context_size,
                                             .size = readout_size(options)}));
  }
  const auto tied =
      options.tied_embeddings == TiedEmbeddings::none ? torch::Tensor() : embedding->weight;
  dense = register_module("dense", nn::OutputLayer(readout_size(options), vocab, tied));
}

RnnDecoderMemory RnnDecoderImpl::project_memory(const torch::Tensor& states,
                                                const torch::Tensor& mask) {
  const ops::ProbeScope scope("decoder");
  if (additive_) return {additive_->project_keys(states), states, mask};
  if (multi_head_) {
    const auto heads = multi_head_->project(states, states);
    return {heads.keys, heads.values, mask};
  }
  return {states, states, mask};
}

ops::RecurrenceOutput RnnDecoderImpl::run(const torch::Tensor& embedded,
                                          const RnnDecoderMemory& memory,
                                          const ops::RecurrentState& first) {
  // W_ih [c; y] = W_c c + W_y y, and what does not wait for the step before is done for all steps
  // at once.
  const auto& layers = rnn->weights();
  const auto &weight = layers.front().input_weight, &bias = layers.front().input_bias;
  const int64_t embedding_size = embedded.size(2), context_size = weight.size(1) - embedding_size;
  const auto gates = ops::affine(embedded, weight.narrow(1, context_size, embedding_size), bias);
  const ops::DecoderWeights weights{.cell = rnn->options().cell,
                                    .context = weight.narrow(1, 0, context_size),
                                    .layers = layers,
                                    .dropout = is_training() ? rnn->options().dropout : 0.0};
  const auto &keys = memory.keys, &values = memory.values, &mask = memory.mask;
  if (additive_)
    return ops::attention_recurrence(gates, additive_->with_memory(keys, values, mask), weights,
                                     first);
  if (multi_head_) {
    const ops::AttentionMask of_heads(mask.defined() ? mask.unsqueeze(1) : mask);
    const auto attend = [&](const torch::Tensor& query) {
      return multi_head_->attend(query, {keys, values}, of_heads, true);
    };
    return ops::attention_recurrence(gates, attend, weights, first);
  }
  const double dropout = is_training() ? options_.on_attention() : 0.0;
  const auto attend = [&](const torch::Tensor& query) {
    return ops::dot_product_attention(query, keys, values, mask, true, dropout);
  };
  return ops::attention_recurrence(gates, attend, weights, first);
}

RnnDecoderOutput RnnDecoderImpl::forward(const torch::Tensor& target,
                                         const RnnDecoderMemory& memory,
                                         const ops::RecurrentState& first, bool want_attention) {
  const ops::ProbeScope scope("decoder");
  const auto embedded =  // (target, batch, size)
      ops::seeded_dropout(REGARD_OBSERVED("embedding", embedding(target.t())),
                          options_.on_embeddings(), is_training());
  const auto [states, contexts, weights, last] = run(embedded, memory, first);
  RnnDecoderOutput output{
      .states = states, .attention = want_attention ? weights : torch::Tensor(), .last = last};
  if (readout) {  // the paper's output layer reads the states before each step
    const auto before =
        torch::cat({first.back().hidden.unsqueeze(0), states.narrow(0, 0, states.size(0) - 1)});
    output.states = readout(before, embedded, contexts);
  }
  output.states = output.states.transpose(0, 1);
  return output;
}

}  // namespace regard::model
