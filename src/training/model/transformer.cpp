#include "model/transformer.h"

#include "architecture/architectures.h"
#include "model/modules.h"
#include "nn/linear.h"
#include "nn/mask.h"

namespace regard::model {

Transformer::Transformer(const Options& options, int64_t source_vocab, int64_t target_vocab,
                         bool shared_vocab)
    : options_(options) {
  check(options);
  check_tied_vocabularies(options.tied_embeddings, source_vocab, target_vocab, shared_vocab);
  decoder = TransformerDecoder(options, target_vocab);
  const auto shared = options.tied_embeddings == TiedEmbeddings::all
                          ? decoder->embedding()
                          : torch::nn::Embedding(nullptr);
  encoder = register_module("encoder", TransformerEncoder(options, source_vocab, shared));
  register_module("decoder", decoder);
  nn::initialize(*this);
}

Memory Transformer::encode(const torch::Tensor& source, const torch::Tensor& source_lengths) {
  const auto mask =
      nn::key_mask(source_lengths, source.size(1)).unsqueeze(1);  // (batch, 1, 1, source)
  const auto states = encoder(source, mask).states;
  return {states, source_lengths, TransformerMemory{mask, decoder->project_memory(states)}};
}

DecoderOutput Transformer::run(const torch::Tensor& target, const Memory& memory,
                               DecoderState& state, nn::WantedWeights wanted) {
  const auto& [mask, attended] = memory.own.as<TransformerMemory>();
  auto past = state.own.empty() ? decoder->no_past() : state.own.as<LayersPast>();
  const auto causal =
      nn::causal_mask(target.size(1), state.position + target.size(1), target.device());
  auto output =
      decoder(target, past, attended, nn::DecoderMasks{.self = causal, .memory = mask}, wanted);
  state = {past, state.position + target.size(1)};
  return output;
}

torch::Tensor Transformer::decode_states(const torch::Tensor& target_input, const Memory& memory) {
  auto state = start(memory);
  return run(target_input, memory, state, nn::WantedWeights::none).states;
}

TokenStates Transformer::states_of_tokens(const torch::Tensor& source,
                                          const torch::Tensor& source_lengths,
                                          const torch::Tensor& target_input,
                                          const torch::Tensor& target_lengths, bool want_guidable) {
  const ops::SentenceRows sources(source_lengths, source.size(1)),
      targets(target_lengths, target_input.size(1));
  const auto states =
      encoder(source, ops::AttentionMask(sources, sources, /*causal=*/false)).states;
  auto past = decoder->no_past();
  auto output = decoder(target_input, past, decoder->project_memory(states),
                        nn::DecoderMasks{.self = {targets, targets, /*causal=*/true},
                                         .memory = {targets, sources, /*causal=*/false}},
                        want_guidable ? nn::WantedWeights::first_cross : nn::WantedWeights::none);
  return {std::move(output.states), std::move(output.cross_weights)};
}

int64_t Transformer::max_steps() const { return options_.max_steps(); }

DecoderState Transformer::start(const Memory&) { return {}; }

StepOutput Transformer::step(const torch::Tensor& previous, const Memory& memory,
                             DecoderState& state, bool want_attention) {
  const auto output = run(previous.unsqueeze(1), memory, state,
                          want_attention ? nn::WantedWeights::all : nn::WantedWeights::none);
  StepOutput result{project(output.states.squeeze(1)), {}};
  if (want_attention) result.attention = alignment_map(output.cross_weights).squeeze(1);
  return result;
}

std::vector<AttentionMap> Transformer::attention(const torch::Tensor& source,
                                                 const torch::Tensor& source_lengths,
                                                 const torch::Tensor& target_input) {
  const auto memory = encode(source, source_lengths);
  auto state = start(memory);
  const auto decoded = run(target_input, memory, state, nn::WantedWeights::all);
  std::vector<AttentionMap> maps;
  const auto add = [&](AttentionMap::Kind kind, const std::vector<torch::Tensor>& layers) {
    for (size_t layer = 0; layer < layers.size(); ++layer) {
      maps.push_back(
          {.kind = kind, .layer = static_cast<int64_t>(layer), .weights = layers[layer]});
    }
  };
  add(AttentionMap::Kind::encoder,
      encoder(source, memory.own.as<TransformerMemory>().mask, true).weights);
  add(AttentionMap::Kind::decoder, decoded.self_weights);
  add(AttentionMap::Kind::cross, decoded.cross_weights);
  return maps;
}

std::shared_ptr<Seq2SeqModel> TransformerRow::make(const Options& options,
                                                   const VocabularySizes& sizes) {
  return std::make_shared<Transformer>(options, sizes.source, sizes.target, sizes.is_shared);
}

const Transformer::Options* TransformerRow::options_of(const Seq2SeqModel& model) {
  return options_if<Transformer>(model);
}

}  // namespace regard::model
