#include "model/conditional_gru.h"

#include "architecture/architectures.h"
#include "model/modules.h"
#include "nn/mask.h"
#include "ops/attention_recurrence.h"
#include "ops/dropout.h"
#include "ops/probe.h"
#include "ops/sentence_rows.h"

namespace regard::model {

using nn::NormedLinear, nn::NormedLinearOptions, nn::TransitionCell, nn::TransitionCellImpl,
    nn::TransitionCellOptions, nn::TransitionLayer, nn::TransitionLayerImpl,
    nn::TransitionLayerOptions;

ConditionalGruEncoderImpl::ConditionalGruEncoderImpl(const ConditionalGruOptions& options,
                                                     int64_t vocab,
                                                     const torch::nn::Embedding& shared)
    : options_(options) {
  embedding =
      shared ? shared
             : register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  const auto stack = [&](const char* name) {
    torch::nn::ModuleList layers;
    for (int64_t layer = 0; layer < options.encoder_layers; ++layer) {
      layers->push_back(TransitionLayer(TransitionLayerOptions{
          .inputs = layer == 0 ? options.embedding_size : options.hidden_size,
          .size = options.hidden_size,
          .cells = options.encoder_cells,
          .normalized = options.layer_norm}));
    }
    return register_module(name, layers);
  };
  from_left = stack("from_left");
  from_right = stack("from_right");
}

torch::Tensor ConditionalGruEncoderImpl::read(const torch::nn::ModuleList& layers,
                                              const torch::Tensor& embedded,
                                              const torch::Tensor& mask, bool backward) {
  auto x = embedded;
  for (size_t layer = 0; layer < layers->size(); ++layer) {
    const bool is_backward = backward != (options_.alternating && layer % 2 == 1);
    const ops::ProbeScope scope("layer", static_cast<int64_t>(layer));
    const ops::ProbeScope direction(is_backward ? "backward" : "forward");
    const auto states = layers->ptr<TransitionLayerImpl>(layer)->forward(x, mask, is_backward);
    x = options_.residual && layer > 0 ? states + x : states;
  }
  return x;
}

torch::Tensor ConditionalGruEncoderImpl::forward(const torch::Tensor& source,
                                                 const torch::Tensor& lengths) {
  const ops::ProbeScope scope("encoder");
  const auto embedded =
      ops::seeded_dropout(REGARD_OBSERVED("embedding", embedding(source.t().contiguous())),
                          options_.dropout, is_training());
  const auto mask = nn::length_mask(lengths, source.size(1)).t().unsqueeze(-1);
  return torch::cat(
             {read(from_left, embedded, mask, false), read(from_right, embedded, mask, true)}, -1)
      .transpose(0, 1)
      .contiguous();
}

ConditionalGruDecoderImpl::ConditionalGruDecoderImpl(const ConditionalGruOptions& options,
                                                     int64_t vocab)
    : options_(options) {
  const int64_t size = options.hidden_size, values = 2 * size;
  embedding = register_module("embedding", torch::nn::Embedding(vocab, options.embedding_size));
  cells = register_module("cells", torch::nn::ModuleList());
  for (int64_t cell = 0; cell < options.decoder_cells; ++cell) {
    const int64_t inputs[] = {options.embedding_size, values};
    cells->push_back(TransitionCell(TransitionCellOptions{.inputs = cell < 2 ? inputs[cell] : 0,
                                                          .size = size,
                                                          .normalized = options.layer_norm,
                                                          .bias_on_state = cell > 0}));
  }
  upper = register_module("upper", torch::nn::ModuleList());
  for (int64_t layer = 1; layer < options.decoder_layers; ++layer) {
    upper->push_back(TransitionLayer(TransitionLayerOptions{.inputs = size,
                                                            .size = size,
                                                            .cells = options.upper_cells,
                                                            .normalized = options.layer_norm}));
  }
  const auto map = [&](const char* name, int64_t inputs, int64_t outputs, bool has_bias) {
    return register_module(name, NormedLinear(NormedLinearOptions{.inputs = inputs,
                                                                  .outputs = outputs,
                                                                  .normalized = options.layer_norm,
                                                                  .has_bias = has_bias}));
  };
  first = map("first", values, size, true);
  W_q = map("W_q", size, values, false);
  W_k = map("W_k", values, values, true);
  w_v = register_module("w_v", nn::Linear(torch::nn::LinearOptions(values, 1).bias(false)));
  W_y = map("W_y", options.embedding_size, options.embedding_size, true);
  W_s = map("W_s", size, options.embedding_size, false);
  W_c = map("W_c", values, options.embedding_size, false);
  const auto tied =
      options.tied_embeddings == TiedEmbeddings::none ? torch::Tensor() : embedding->weight;
  dense = register_module("dense", nn::OutputLayer(options.embedding_size, vocab, tied));
}

ConditionalGruMemory ConditionalGruDecoderImpl::remember(const torch::Tensor& states,
                                                         const torch::Tensor& mask) {
  const ops::ProbeScope scope("decoder"), cells_scope("cells");
  const auto weights = mask.to(states.dtype()).unsqueeze(-1);
  const auto mean = (states * weights).sum(1) / weights.sum(1);
  return {REGARD_OBSERVED("keys", W_k(states)), mask.unsqueeze(1),
          REGARD_OBSERVED("first state", torch::tanh(first(mean)))};
}

ConditionalGruDecoderImpl::Step ConditionalGruDecoderImpl::attend(
    const torch::Tensor& input_gates, const torch::Tensor& state, const torch::Tensor& values,
    const ConditionalGruMemory& memory) {
  const ops::ProbeScope scope("cells");
  const auto step_of = [&](size_t cell, const auto& step) {
    const ops::ProbeScope number("layer", static_cast<int64_t>(cell));
    return step(*cells->ptr<TransitionCellImpl>(cell));
  };
  auto next = step_of(0, [&](auto& cell) { return cell.step(input_gates, state); });
  const auto attended =
      ops::additive_attention(W_q(next).unsqueeze(1), {.W_q = {},
                                                       .w_v = w_v->weight.squeeze(0),
                                                       .keys = memory.keys,
                                                       .values = values,
                                                       .mask = memory.mask});
  const auto context = attended.context.squeeze(1);
  next = step_of(1, [&](auto& cell) { return cell.step(cell.input_gates(context), next); });
  for (size_t cell = 2; cell < cells->size(); ++cell) {
    next = step_of(cell, [&](auto& own) { return own.step(next); });
  }
  return {next, context, attended.weights};
}

ConditionalGruOutput ConditionalGruDecoderImpl::forward(const torch::Tensor& target,
                                                        const torch::Tensor& values,
                                                        const ConditionalGruMemory& memory,
                                                        const ConditionalGruState& state) {
  const ops::ProbeScope scope("decoder");
  const auto embedded =  // (target, batch, embedding_size)
      ops::seeded_dropout(REGARD_OBSERVED("embedding", embedding(target.t().contiguous())),
                          options_.dropout, is_training());
  const auto gates = cells->ptr<TransitionCellImpl>(0)->input_gates(embedded);
  ConditionalGruOutput output{.states = {}, .attention = {}, .last = state};
  auto& last = output.last.layers;
  std::vector<torch::Tensor> tops, contexts, weights;
  for (int64_t position = 0; position < target.size(1); ++position) {
    const auto step = attend(gates[position], last.front(), values, memory);
    auto top = last.front() = step.state;
    for (size_t layer = 0; layer < upper->size(); ++layer) {
      const ops::ProbeScope scope("upper", static_cast<int64_t>(layer));
      const auto above = upper->ptr<TransitionLayerImpl>(layer);
      auto& of_layer = last[layer + 1];
      of_layer = above->step(above->input_gates(top), of_layer);
      top = options_.residual ? of_layer + top : of_layer;
    }
    tops.push_back(top);
    contexts.push_back(step.context);
    weights.push_back(step.weights);
  }
  const ops::ProbeScope cells_scope("cells");
  const auto readout = REGARD_OBSERVED(
      "readout",
      torch::tanh(W_y(embedded) + W_s(torch::stack(tops)) + W_c(torch::stack(contexts))));
  output.states = ops::seeded_dropout(readout.transpose(0, 1), options_.dropout, is_training());
  output.attention = torch::stack(weights, 2);  // (batch, 1, target, source)
  return output;
}

ConditionalGru::ConditionalGru(const Options& options, int64_t source_vocab, int64_t target_vocab,
                               bool shared_vocab)
    : options_(options) {
  check(options);
  check_tied_vocabularies(options.tied_embeddings, source_vocab, target_vocab, shared_vocab);
  decoder = ConditionalGruDecoder(options, target_vocab);
  const bool shares = options.tied_embeddings == TiedEmbeddings::all;
  encoder = register_module(
      "encoder",
      ConditionalGruEncoder(options, source_vocab,
                            shares ? decoder->embedding : torch::nn::Embedding(nullptr)));
  register_module("decoder", decoder);
  nn::initialize(*this);
}

Memory ConditionalGru::encode(const torch::Tensor& source, const torch::Tensor& source_lengths) {
  Memory memory{encoder(source, source_lengths), source_lengths, {}};
  memory.own = decoder->remember(memory.states, nn::length_mask(source_lengths, source.size(1)));
  return memory;
}

DecoderState ConditionalGru::start(const Memory& memory) {
  const auto& first = memory.own.as<ConditionalGruMemory>().first;
  const auto layers = static_cast<size_t>(options_.decoder_layers);
  return {ConditionalGruState{std::vector<torch::Tensor>(layers, first)}, 0};
}

ConditionalGruOutput ConditionalGru::run(const torch::Tensor& target, const Memory& memory,
                                         const DecoderState& state) {
  return decoder(target, memory.states, memory.own.as<ConditionalGruMemory>(),
                 state.own.as<ConditionalGruState>());
}

torch::Tensor ConditionalGru::decode_states(const torch::Tensor& target_input,
                                            const Memory& memory) {
  return run(target_input, memory, start(memory)).states;
}

TokenStates ConditionalGru::states_of_tokens(const torch::Tensor& source,
                                             const torch::Tensor& source_lengths,
                                             const torch::Tensor& target_input,
                                             const torch::Tensor& target_lengths,
                                             bool want_guidable) {
  const auto memory = encode(source, source_lengths);
  const auto output = run(target_input, memory, start(memory));
  TokenStates result{ops::SentenceRows(target_lengths, target_input.size(1)).pack(output.states),
                     {}};
  if (want_guidable) result.guidable.push_back(output.attention);
  return result;
}

StepOutput ConditionalGru::step(const torch::Tensor& previous, const Memory& memory,
                                DecoderState& state, bool want_attention) {
  const auto output = run(previous.unsqueeze(1), memory, state);
  state.own = output.last;
  ++state.position;
  StepOutput result{project(output.states.squeeze(1)), {}};
  if (want_attention) result.attention = alignment_map({output.attention}).squeeze(1);
  return result;
}

std::shared_ptr<Seq2SeqModel> ConditionalGruRow::make(const Options& options,
                                                      const VocabularySizes& sizes) {
  return std::make_shared<ConditionalGru>(options, sizes.source, sizes.target, sizes.is_shared);
}

const ConditionalGru::Options* ConditionalGruRow::options_of(const Seq2SeqModel& model) {
  return options_if<ConditionalGru>(model);
}

}  // namespace regard::model
