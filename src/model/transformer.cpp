#include "regard/model/transformer.h"

#include "regard/base/str.h"
#include "regard/nn/initialize.h"
#include "regard/nn/mask.h"
#include "regard/nn/packed_attention.h"

namespace regard::model {
namespace {

torch::nn::LayerNorm last_norm(const TransformerOptions& options) {
  using torch::nn::LayerNorm, torch::nn::LayerNormOptions;
  return LayerNorm(LayerNormOptions({options.d_model}).eps(options.norm_epsilon));
}

// `blks` holds the blocks under the book's names: block0, block1, ...
template <class Block>
std::vector<Block> make_blocks(torch::nn::Module& owner, const TransformerOptions& options,
                               int64_t layers) {
  auto list = owner.register_module("blks", std::make_shared<torch::nn::Module>());
  std::vector<Block> blocks;
  for (int64_t layer = 0; layer < layers; ++layer) {
    blocks.push_back(list->register_module(str("block", layer), Block(options.block())));
  }
  return blocks;
}

}  // namespace

TransformerEncoderImpl::TransformerEncoderImpl(const TransformerOptions& options, int64_t vocab,
                                               const torch::nn::Embedding& shared)
    : input_(*this, options, vocab, shared) {
  blocks_ = make_blocks<nn::TransformerEncoderBlock>(*this, options, options.encoder_layers);
  if (options.norm == "pre") norm = register_module("norm", last_norm(options));
}

EncoderOutput TransformerEncoderImpl::forward(const torch::Tensor& source,
                                              const torch::Tensor& mask, bool want_weights) {
  EncoderOutput output;
  output.states = input_.forward(source, 0, is_training());
  for (auto& block : blocks_) {
    auto result = block(output.states, mask, want_weights);
    output.states = result.states;
    if (want_weights) output.weights.push_back(result.weights);
  }
  if (norm) output.states = norm(output.states);
  return output;
}

torch::Tensor TransformerEncoderImpl::forward_packed(const torch::Tensor& source,
                                                     const nn::SentenceRows& rows) {
  auto states = input_.forward(source, rows, is_training());
  for (auto& block : blocks_) states = block->forward_packed(states, rows);
  return norm ? norm(states) : states;
}

TransformerDecoderImpl::TransformerDecoderImpl(const TransformerOptions& options, int64_t vocab)
    : input_(*this, options, vocab) {
  blocks_ = make_blocks<nn::TransformerDecoderBlock>(*this, options, options.decoder_layers);
  if (options.norm == "pre") norm = register_module("norm", last_norm(options));
  const auto tied = options.tied_embeddings == "none" ? torch::Tensor() : embedding()->weight;
  dense = register_module("dense", nn::OutputLayer(options.d_model, vocab, tied));
}

std::vector<nn::KeysValues> TransformerDecoderImpl::project_memory(const torch::Tensor& states) {
  std::vector<nn::KeysValues> memory;
  for (auto& block : blocks_) memory.push_back(block->project_memory(states));
  return memory;
}

DecoderOutput TransformerDecoderImpl::forward(const torch::Tensor& target, int64_t position,
                                              std::vector<nn::KeysValues>& past,
                                              const std::vector<nn::KeysValues>& memory,
                                              const torch::Tensor& memory_mask, bool want_weights) {
  DecoderOutput output;
  output.states = input_.forward(target, position, is_training());
  for (size_t layer = 0; layer < blocks_.size(); ++layer) {
    auto result =
        blocks_[layer](output.states, past[layer], memory[layer], memory_mask, want_weights);
    output.states = result.states;
    if (want_weights) {
      output.self_weights.push_back(result.self_weights);
      output.cross_weights.push_back(result.cross_weights);
    }
  }
  if (norm) output.states = norm(output.states);
  return output;
}

torch::Tensor TransformerDecoderImpl::forward_packed(const torch::Tensor& target,
                                                     const nn::SentenceRows& rows,
                                                     const torch::Tensor& memory,
                                                     const nn::SentenceRows& rows_of_memory) {
  auto states = input_.forward(target, rows, is_training());
  for (auto& block : blocks_) states = block->forward_packed(states, rows, memory, rows_of_memory);
  return norm ? norm(states) : states;
}

Transformer::Transformer(const Options& options, int64_t source_vocab, int64_t target_vocab,
                         bool shared_vocab)
    : options_(options) {
  check(options);
  check_tied_vocabularies(options.tied_embeddings, source_vocab, target_vocab, shared_vocab);
  decoder = TransformerDecoder(options, target_vocab);
  const auto shared =
      options.tied_embeddings == "all" ? decoder->embedding() : torch::nn::Embedding(nullptr);
  encoder = register_module("encoder", TransformerEncoder(options, source_vocab, shared));
  register_module("decoder", decoder);
  nn::initialize(*this);
}

Memory Transformer::encode(const torch::Tensor& source, const torch::Tensor& source_lengths) {
  auto mask = nn::key_mask(source_lengths, source.size(1)).unsqueeze(1);  // (batch, 1, 1, source)
  Memory memory{encoder(source, mask).states, source_lengths, {mask}};
  for (const auto& layer : decoder->project_memory(memory.states)) {
    memory.tensors.push_back(layer.keys);
    memory.tensors.push_back(layer.values);
  }
  return memory;
}

std::vector<nn::KeysValues> Transformer::memory_of_layers(const Memory& memory) const {
  std::vector<nn::KeysValues> layers;
  for (size_t i = 1; i < memory.tensors.size(); i += 2)
    layers.push_back({memory.tensors[i], memory.tensors[i + 1]});
  return layers;
}

torch::Tensor Transformer::decode_states(const torch::Tensor& target_input, const Memory& memory) {
  std::vector<nn::KeysValues> past(decoder->layers());
  return decoder(target_input, 0, past, memory_of_layers(memory), memory.tensors.front()).states;
}

torch::Tensor Transformer::states_of_tokens(const torch::Tensor& source,
                                            const torch::Tensor& source_lengths,
                                            const torch::Tensor& target_input,
                                            const torch::Tensor& target_lengths) {
  const bool drops_weights = is_training() && options_.attention_dropout > 0;
  if (options_.attention != "dot" || drops_weights ||
      !nn::attention_can_be_packed(decoder->embedding()->weight)) {
    return Seq2SeqModel::states_of_tokens(source, source_lengths, target_input, target_lengths);
  }
  const nn::SentenceRows of_source(source_lengths, source.size(1)),
      of_target(target_lengths, target_input.size(1));
  return decoder->forward_packed(target_input, of_target,
                                 encoder->forward_packed(source, of_source), of_source);
}

int64_t Transformer::max_steps() const {
  return options_.positions == "learned" ? options_.max_length : Seq2SeqModel::max_steps();
}

DecoderState Transformer::start(const Memory&) { return {}; }

StepOutput Transformer::step(const torch::Tensor& previous, const Memory& memory,
                             DecoderState& state, bool want_attention) {
  std::vector<nn::KeysValues> past(decoder->layers());
  for (size_t i = 0; i < state.tensors.size(); i += 2)
    past[i / 2] = {state.tensors[i], state.tensors[i + 1]};
  const auto output = decoder(previous.unsqueeze(1), state.position, past, memory_of_layers(memory),
                              memory.tensors.front(), want_attention);
  state.tensors.clear();
  for (const auto& layer : past) {
    state.tensors.push_back(layer.keys);
    state.tensors.push_back(layer.values);
  }
  ++state.position;
  StepOutput result{project(output.states.squeeze(1)), {}};
  if (want_attention)
    result.attention = output.cross_weights.back().squeeze(2).mean(1);  // over heads
  return result;
}

std::vector<AttentionMap> Transformer::attention(const torch::Tensor& source,
                                                 const torch::Tensor& source_lengths,
                                                 const torch::Tensor& target_input) {
  const auto memory = encode(source, source_lengths);
  const auto& mask = memory.tensors.front();
  std::vector<nn::KeysValues> past(decoder->layers());
  const auto decoded = decoder(target_input, 0, past, memory_of_layers(memory), mask, true);
  std::vector<AttentionMap> maps;
  const auto add = [&](AttentionMap::Kind kind, const std::vector<torch::Tensor>& layers) {
    for (size_t layer = 0; layer < layers.size(); ++layer) {
      maps.push_back(
          {.kind = kind, .layer = static_cast<int64_t>(layer), .weights = layers[layer]});
    }
  };
  add(AttentionMap::Kind::encoder, encoder(source, mask, true).weights);
  add(AttentionMap::Kind::decoder, decoded.self_weights);
  add(AttentionMap::Kind::cross, decoded.cross_weights);
  return maps;
}

}  // namespace regard::model
