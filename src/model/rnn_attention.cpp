#include "regard/model/rnn_attention.h"

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/nn/affine.h"
#include "regard/nn/attention_recurrence.h"
#include "regard/nn/dot_product_attention.h"
#include "regard/nn/dropout.h"
#include "regard/nn/initialize.h"
#include "regard/nn/mask.h"

namespace regard::model {
namespace {

// Numbers that the output layer reads.
int64_t readout_size(const RnnAttentionOptions& options) {
  return options.readout == "paper" ? options.embedding_size : options.hidden_size;
}

}  // namespace

void check(const RnnAttentionOptions& options) {
  check_tied_sizes(options, readout_size(options),
                   "make embedding_size and hidden_size equal, or use none, or readout: paper");
  if (options.attention == "dot" && options.bidirectional) {
    throw Error(
        "is dot, but the states of a bidirectional encoder are twice as long as "
        "the decoder's",
        "model.attention", "use additive or multi_head, or bidirectional: false");
  }
  if (options.encoder == "convolutional" && options.bidirectional) {
    throw Error("is true, but convolutions read in no direction", "model.bidirectional",
                "leave it out, or use encoder: recurrent");
  }
  if (options.encoder == "convolutional" && options.embedding_size % 2 != 0) {
    throw Error(str("is ", options.embedding_size, ", but must be even"), "model.embedding_size",
                "half of the positions' numbers are sines, half are cosines");
  }
  if (options.attention == "multi_head" && options.hidden_size % options.heads != 0) {
    throw Error(str("is ", options.heads, ", but must divide model.hidden_size (",
                    options.hidden_size, ")"),
                "model.heads", "change one of them");
  }
}

RnnDecoderImpl::RnnDecoderImpl(const RnnAttentionOptions& options, int64_t vocab,
                               int64_t memory_size)
    : dropout_(options.dropout) {
  embedding = register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  int64_t context_size = memory_size;
  if (options.attention == "additive") {
    additive_ = register_module("attention", nn::AdditiveAttention(nn::AdditiveAttentionOptions{
                                                 .query_size = options.hidden_size,
                                                 .key_size = memory_size,
                                                 .hidden_size = options.hidden_size,
                                                 .dropout = options.dropout}));
  } else if (options.attention == "multi_head") {
    multi_head_ = register_module("attention", nn::MultiHeadAttention(nn::MultiHeadAttentionOptions{
                                                   .query_size = options.hidden_size,
                                                   .key_size = memory_size,
                                                   .value_size = memory_size,
                                                   .hidden_size = options.hidden_size,
                                                   .heads = options.heads,
                                                   .dropout = options.dropout}));
    context_size = options.hidden_size;
  }
  rnn = register_module(
      "rnn", nn::Recurrent(nn::RecurrentOptions{.cell = nn::cell_from_name(options.cell),
                                                .input_size = context_size + options.embedding_size,
                                                .hidden_size = options.hidden_size,
                                                .layers = options.layers,
                                                .dropout = options.dropout}));
  if (options.readout == "paper") {
    readout = register_module("readout", nn::MaxoutReadout(nn::MaxoutReadoutOptions{
                                             .state_size = options.hidden_size,
                                             .embedding_size = options.embedding_size,
                                             .context_size = context_size,
                                             .size = readout_size(options)}));
  }
  const auto tied = options.tied_embeddings == "none" ? torch::Tensor() : embedding->weight;
  dense = register_module("dense", nn::OutputLayer(readout_size(options), vocab, tied));
}

RnnDecoderMemory RnnDecoderImpl::project_memory(const torch::Tensor& states,
                                                const torch::Tensor& mask) {
  if (additive_) return {additive_->project_keys(states), states, mask};
  if (multi_head_) {
    const auto heads = multi_head_->project(states, states);
    return {heads.keys, heads.values, mask};
  }
  return {states, states, mask};
}

RnnDecoderImpl::Attend RnnDecoderImpl::attention_to(const RnnDecoderMemory& memory) {
  if (additive_) {
    const nn::StepLinear project_query(additive_->W_q->weight);
    return [=, this](const torch::Tensor& query) {
      return additive_->attend(project_query(query).unsqueeze(1), memory.keys, memory.values,
                               memory.mask);
    };
  }
  if (multi_head_) {
    const nn::KeysValues heads{memory.keys, memory.values};
    const auto mask = memory.mask.defined() ? memory.mask.unsqueeze(1) : memory.mask;
    return [=, this](const torch::Tensor& query) {
      return multi_head_->attend(query.unsqueeze(1), heads, mask, true);
    };
  }
  return [=, this](const torch::Tensor& query) {
    return nn::dot_product_attention(query.unsqueeze(1), memory.keys, memory.values, memory.mask,
                                     true, is_training() ? dropout_ : 0.0);
  };
}

// One step after the other: for every score, device and type.
RnnDecoderImpl::Steps RnnDecoderImpl::one_by_one(const torch::Tensor& embedding_gates,
                                                 const torch::Tensor& context_weight,
                                                 const RnnDecoderMemory& memory,
                                                 const nn::RecurrentState& first,
                                                 bool want_attention) {
  const nn::StepLinear context_gates(context_weight);
  const auto attend = attention_to(memory);
  const auto stepper = rnn->stepper();
  auto state = first;
  std::vector<torch::Tensor> states, contexts, maps;  // of each step
  for (const auto& gates : embedding_gates.unbind(0)) {
    const auto attended = attend(state.back().hidden);  // (batch, hidden_size), the query
    contexts.push_back(attended.context.squeeze(1));
    state = stepper.step(context_gates(contexts.back(), gates), state);
    states.push_back(state.back().hidden);
    if (want_attention) maps.push_back(attended.weights);
  }
  Steps steps{.states = torch::stack(states),
              .contexts = torch::stack(contexts),
              .attention = {},
              .last = std::move(state)};
  if (want_attention) {
    steps.attention = torch::cat(maps, -2);  // (batch, [heads,] target, source)
    if (!multi_head_) steps.attention = steps.attention.unsqueeze(1);
  }
  return steps;
}

// All steps as one function.
RnnDecoderImpl::Steps RnnDecoderImpl::at_once(const torch::Tensor& embedding_gates,
                                              const torch::Tensor& context_weight,
                                              const RnnDecoderMemory& memory,
                                              const nn::RecurrentState& first) {
  auto output = nn::attention_recurrence(embedding_gates, {memory.keys, memory.values, memory.mask},
                                         {.cell = rnn->options().cell,
                                          .query = additive_->W_q->weight,
                                          .score = additive_->w_v->weight.squeeze(0),
                                          .context = context_weight,
                                          .layers = rnn->weights(),
                                          .dropout = is_training() ? dropout_ : 0.0},
                                         first);
  const auto attention = output.weights.transpose(0, 1).unsqueeze(1);  // one head
  return {output.states, output.contexts, attention, std::move(output.last)};
}

RnnDecoderOutput RnnDecoderImpl::forward(const torch::Tensor& target,
                                         const RnnDecoderMemory& memory,
                                         const nn::RecurrentState& first, bool want_attention) {
  // What does not wait for the step before is done for all steps at once: the embedding's part of
  // the first layer's gates.
  const auto embedded =
      nn::seeded_dropout(embedding(target.t()), dropout_, is_training());  // (target, batch, size)
  const auto& [weight, hidden_weight, bias, hidden_bias] = rnn->weights().front();
  const int64_t embedding_size = embedded.size(2), context_size = weight.size(1) - embedding_size;
  const auto context_weight = weight.narrow(1, 0, context_size);  // columns: [context; embedding]
  const auto embedding_gates =
      nn::affine(embedded, weight.narrow(1, context_size, embedding_size), bias);
  const bool many_steps = target.size(1) > 1;
  auto steps = many_steps && additive_ && nn::recurrence_is_fusible(embedding_gates)
                   ? at_once(embedding_gates, context_weight, memory, first)
                   : one_by_one(embedding_gates, context_weight, memory, first, want_attention);

  RnnDecoderOutput output;
  if (readout) {
    const auto& states =
        steps.states;  // the paper's output layer reads the states before each step
    const auto before =
        torch::cat({first.back().hidden.unsqueeze(0), states.narrow(0, 0, states.size(0) - 1)});
    output.states = readout(before, embedded, steps.contexts).transpose(0, 1);
  } else {
    output.states = steps.states.transpose(0, 1);
  }
  if (want_attention) output.attention = steps.attention;
  output.last = std::move(steps.last);
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
  if (options.encoder == "convolutional") {
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
  const auto projected = decoder->project_memory(memory.states, mask);
  memory.tensors = {projected.mask, projected.keys, projected.values};
  for (const auto& tensor : tensors_of(bridge(encoded.last))) memory.tensors.push_back(tensor);
  return memory;
}

DecoderState RnnAttention::start(const Memory& memory) {
  return {{memory.tensors.begin() + 3, memory.tensors.end()}, 0};
}

RnnDecoderOutput RnnAttention::run(const torch::Tensor& target, const Memory& memory,
                                   const DecoderState& state, bool want_attention) {
  const RnnDecoderMemory attended{
      .keys = memory.tensors[1], .values = memory.tensors[2], .mask = memory.tensors[0]};
  auto output = decoder(target, attended, state_of(state.tensors, options_.layers), want_attention);
  output.states = nn::seeded_dropout(output.states, options_.dropout, is_training());
  return output;
}

torch::Tensor RnnAttention::decode_states(const torch::Tensor& target_input, const Memory& memory) {
  return run(target_input, memory, start(memory), false).states;
}

StepOutput RnnAttention::step(const torch::Tensor& previous, const Memory& memory,
                              DecoderState& state, bool want_attention) {
  const auto output = run(previous.unsqueeze(1), memory, state, want_attention);
  state.tensors = tensors_of(output.last);
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
