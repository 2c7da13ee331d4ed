#include "model/rnn_model.h"

#include "nn/linear.h"
#include "ops/dropout.h"
#include "ops/sentence_rows.h"

namespace regard::model {

void RnnModel::assemble(const RnnOptions& options, const SourceEncoder& its_encoder,
                        const std::shared_ptr<torch::nn::Module>& decoder) {
  encoder = register_module("encoder", its_encoder);
  register_module("decoder", decoder);
  bridge = register_module("bridge", RnnBridge(options));
  nn::initialize(*this);
}

Memory RnnModel::encode(const torch::Tensor& source, const torch::Tensor& source_lengths) {
  return remember(encoder->forward(source, source_lengths), source_lengths);
}

Memory RnnModel::remember(const nn::RecurrentOutput& encoded, const torch::Tensor& source_lengths) {
  Memory memory{encoded.states.transpose(0, 1).contiguous(), source_lengths, {}};
  const auto first = bridge(encoded.last);
  memory.own = RnnMemory{read(memory.states, source_lengths, first), {first}};
  return memory;
}

DecoderState RnnModel::start(const Memory& memory) { return {memory.own.as<RnnMemory>().first, 0}; }

RnnDecoderOutput RnnModel::run(const torch::Tensor& target, const Memory& memory,
                               const DecoderState& state, bool want_attention) {
  auto output = write(target, memory.own.as<RnnMemory>().context, state.own.as<RnnState>().layers,
                      want_attention);
  output.states = ops::seeded_dropout(output.states, readout_dropout_, is_training());
  return output;
}

torch::Tensor RnnModel::decode_states(const torch::Tensor& target_input, const Memory& memory) {
  return run(target_input, memory, start(memory), false).states;
}

TokenStates RnnModel::states_of_tokens(const torch::Tensor& source,
                                       const torch::Tensor& source_lengths,
                                       const torch::Tensor& target_input,
                                       const torch::Tensor& target_lengths, bool want_guidable) {
  const auto memory = encode(source, source_lengths);
  const auto output = run(target_input, memory, start(memory), want_guidable);
  TokenStates result{ops::SentenceRows(target_lengths, target_input.size(1)).pack(output.states),
                     {}};
  if (output.attention.defined()) result.guidable.push_back(output.attention.narrow(1, 0, 1));
  return result;
}

StepOutput RnnModel::step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                          bool want_attention) {
  const auto output = run(previous.unsqueeze(1), memory, state, want_attention);
  state.own = RnnState{output.last};
  ++state.position;
  StepOutput result{project(output.states.squeeze(1)), {}};
  if (output.attention.defined()) result.attention = alignment_map({output.attention}).squeeze(1);
  return result;
}

std::vector<AttentionMap> RnnModel::attention(const torch::Tensor& source,
                                              const torch::Tensor& source_lengths,
                                              const torch::Tensor& target_input) {
  const auto memory = encode(source, source_lengths);
  const auto weights = run(target_input, memory, start(memory), true).attention;
  if (!weights.defined()) return {};
  return {{.weights = weights}};
}

torch::nn::Embedding shared_embedding(const RnnOptions& options,
                                      const torch::nn::Embedding& of_target) {
  if (options.tied_embeddings == TiedEmbeddings::all) return of_target;
  return {nullptr};
}

}  // namespace regard::model
